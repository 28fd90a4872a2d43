/// \file
/// A request on its way through the service, with everything that the steps of its answer use. Belongs to one thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/ports.hpp"
#include "http/message.hpp"
#include "limit/rate_limiter.hpp"
#include "service/snapshot.hpp"
#include "service/verified_token_cache.hpp"

namespace agent_access::service {

/// The original request that a proxy asks about; the views are into its fields and path.
struct ForwardAuthRequest {
  std::optional<std::string_view> host;  ///< nothing if X-Forwarded-Host is there twice
  bool is_well_formed = false;           ///< else method and path are empty
  bool is_normal_path = false;           ///< content::is_normal_path
  std::string_view method;
  std::string_view path;
};

/// The request and everything that an endpoint uses; `host` is the index of the base URL in the request.
struct Call {
  const http::Request& request;
  std::string_view path;  ///< of a document, in its published spelling; endpoints and gates read that of `request`
  WorkerContext& context;
  std::size_t host;
  const base::Clock& clock;
  base::Random& random;
  VerifiedTokenCache& verified_tokens;
  http::Outcome& outcome;  ///< of the response
  limit::RateLimiter& limiter;
  const base::MonotonicClock& monotonic;
  const ForwardAuthRequest* forwarded = nullptr;  ///< of a proxy about a gated path; null for every other request
  std::optional<limit::Verdict> verdict = {};     ///< of the limits that the request was charged to
  // What a token must open for the request, in settings.access: one of both, or none.
  const content::GatedDocument* gated_document = nullptr;
  const content::Gate* gate = nullptr;

  [[nodiscard]] const HostSite& site() const { return context.snapshot->sites[host]; }
  [[nodiscard]] const std::string& base_url() const { return context.snapshot->settings.base_urls[host].text(); }
};

}  // namespace agent_access::service
