/// \file
/// The endpoints: one function for each, from a routed request to its answer. Faults become answers through
/// fault_table. Answers with credentials are never cached. Not thread safe for one context.
#pragma once

#include <cstddef>

#include "base/ports.hpp"
#include "http/message.hpp"
#include "publish/catalogue.hpp"
#include "service/outcome.hpp"
#include "service/verified_token_cache.hpp"
#include "service/worker_context.hpp"

namespace agent_access::service {

/// What an endpoint works with; `host` is the index of the base URL that the request named.
struct Call {
  const http::Request& request;
  WorkerContext& context;
  std::size_t host;
  const base::Clock& clock;
  base::Random& random;
  VerifiedTokenCache& verified_tokens;
  Outcome& outcome;  ///< of the response

  [[nodiscard]] const std::string& base_url() const { return context.snapshot->settings.base_urls[host].text(); }
};

/// POST /oauth/register: RFC 7591 section 3.2.1 with the members of the specification. Nothing is stored.
void answer_registration(Call& call, http::Response& response);

/// POST /oauth/token: RFC 6749 section 4.4. Enters the token into the known ones.
void answer_token(Call& call, http::Response& response);

/// GET /oauth/authorize: always 400, see oauth_metadata.hpp for why it is published.
void answer_authorization(Call& call, http::Response& response);

/// GET /api/agent/full-profile: the owner's bytes and `_meta`. The token comes from the Authorization header only.
void answer_profile(Call& call, http::Response& response);

/// GET of a published document: content coding and If-None-Match.
void answer_document(Call& call, const publish::Document& document, http::Response& response);

}  // namespace agent_access::service
