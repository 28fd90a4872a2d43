/// \file
/// The endpoints: one function for each, which fills the response to a routed request. The response to a fault is that
/// of fault_table. Responses with credentials have Cache-Control: no-store. Not thread safe for one context.
#pragma once

#include <cstddef>
#include <optional>

#include "base/ports.hpp"
#include "http/message.hpp"
#include "limit/rate_limiter.hpp"
#include "publish/catalogue.hpp"
#include "service/outcome/outcome.hpp"
#include "service/verified_token_cache.hpp"
#include "service/worker_context.hpp"

namespace agent_access::service {

struct ForwardAuthRequest;

/// The request and everything that an endpoint uses; `host` is the index of the base URL in the request.
struct Call {
  const http::Request& request;
  WorkerContext& context;
  std::size_t host;
  const base::Clock& clock;
  base::Random& random;
  VerifiedTokenCache& verified_tokens;
  Outcome& outcome;  ///< of the response
  limit::RateLimiter& limiter;
  const base::MonotonicClock& monotonic;
  const ForwardAuthRequest* forwarded = nullptr;  ///< of a proxy about a gated path; null for every other request
  std::optional<limit::Verdict> verdict = {};     ///< of the limits that the request was charged to

  [[nodiscard]] const std::string& base_url() const { return context.snapshot->settings.base_urls[host].text(); }
};

/// POST /oauth/register: RFC 7591 section 3.2.1 with the members of the specification. Nothing is stored.
void answer_registration(Call& call, http::Response& response);

/// POST /oauth/token: RFC 6749 section 4.4. Adds the token to the verified token cache.
void answer_token(Call& call, http::Response& response);

/// GET /oauth/authorize: always 400. oauth_metadata.hpp gives the reason why it is published.
void answer_authorization(Call& call, http::Response& response);

/// GET /api/agent/full-profile: the owner's bytes and `_meta`. The token is read from the Authorization field only.
void answer_profile(Call& call, http::Response& response);

/// GET of a published document: content coding and If-None-Match.
void answer_document(Call& call, const publish::Document& document, http::Response& response);

}  // namespace agent_access::service
