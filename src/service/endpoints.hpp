/// \file
/// The table of endpoints: path, methods, name in the log and in the metrics, and the function that fills the response
/// to a routed request. The response to a fault is that of fault_table. Paths are compared byte for byte, without
/// decoding, dot segments or case folding. The table is thread safe, a function not for one context.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "base/ports.hpp"
#include "http/message.hpp"
#include "limit/rate_limiter.hpp"
#include "publish/publication.hpp"
#include "service/outcome/outcome.hpp"
#include "service/snapshot.hpp"
#include "service/verified_token_cache.hpp"

namespace agent_access::service {

struct ForwardAuthRequest;

/// The request and everything that an endpoint uses; `host` is the index of the base URL in the request.
struct Call {
  const http::Request& request;
  std::string_view path;  ///< of a document, in its published spelling; endpoints and gates read that of `request`
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

  [[nodiscard]] const HostSite& site() const { return context.snapshot->sites[host]; }
  [[nodiscard]] const std::string& base_url() const { return context.snapshot->settings.base_urls[host].text(); }
};

struct EndpointRow {
  std::string_view path;
  std::string_view methods;  ///< the value of Allow: publish::kReadMethods or publish::kPostMethods
  publish::Route route;      ///< its name is in ops/outcome_words.cpp
  void (*answer)(Call& call, http::Response& response);
  /// Refuses a request whatever its method, preflights too; true if it did. Null: nothing is refused so.
  bool (*refuse_first)(Call& call, http::Response& response) = nullptr;
};

[[nodiscard]] std::span<const EndpointRow> endpoint_table() noexcept;

/// Null for documents, unknown paths and endpoints that the settings disable.
[[nodiscard]] const EndpointRow* find_endpoint(std::string_view path, const content::Settings& settings) noexcept;

/// GET or HEAD of a gated document (publish/gated_document.hpp) for a token with its scope. Precondition: the outcome
/// names the document.
void answer_gated_document(Call& call, http::Response& response);

/// Whether no file can replace the response for the path: true for endpoints that are always there and for documents
/// that change without a change of content.
[[nodiscard]] bool is_dynamic(std::string_view path) noexcept;

}  // namespace agent_access::service
