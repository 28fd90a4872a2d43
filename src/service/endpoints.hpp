/// \file
/// The table of endpoints: path, methods, name in the log and in the metrics, and the function that fills the response
/// to a routed request. The response to a fault is that of fault_table. Paths are compared byte for byte, without
/// decoding, dot segments or case folding. The table is thread safe, a function not for one context.
///
/// Published documents, and the response at a path that is neither an endpoint nor a document. Thread safe, stateless.
///
/// The endpoints that give credentials: registration and token. Responses have Cache-Control: no-store. Not thread safe
/// for one context.
///
/// /mcp: the Model Context Protocol over HTTP without sessions and streams. Checks what belongs to HTTP (Origin,
/// media types, the fields that repeat the message) and the token where one is needed; mcp/server.hpp answers the
/// message. Not thread safe for one context.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/ports.hpp"
#include "base/result.hpp"
#include "http/fields.hpp"
#include "http/message.hpp"
#include "limit/rate_limiter.hpp"
#include "service/snapshot.hpp"
#include "service/verified_token_cache.hpp"
#include "site/publish/catalogue.hpp"

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
  http::Outcome& outcome;  ///< of the response
  limit::RateLimiter& limiter;
  const base::MonotonicClock& monotonic;
  const ForwardAuthRequest* forwarded = nullptr;  ///< of a proxy about a gated path; null for every other request
  std::optional<limit::Verdict> verdict = {};     ///< of the limits that the request was charged to
  /// What the request is about: an index in content::Access::documents, or their number plus an index in its gates.
  std::optional<std::size_t> gated = {};

  [[nodiscard]] const HostSite& site() const { return context.snapshot->sites[host]; }
  [[nodiscard]] const std::string& base_url() const { return context.snapshot->settings.base_urls[host].text(); }
};

// The constant fields of the responses of endpoints, which tools/export writes for hosts that run JavaScript, too.

// RFC 6749 section 5.1 requires Pragma beside Cache-Control.
inline constexpr std::string_view kPragmaField = "Pragma: no-cache\r\n";
inline constexpr std::string_view kCredentialFields =
    http::joined<http::kJsonField, http::kNoStoreFields, kPragmaField, http::kCorsFields>;
inline constexpr std::string_view kProfileFields =
    http::joined<http::kJsonField, http::kNoStoreFields, http::kCorsFields>;
inline constexpr std::string_view kRedirectOwnFields =
    "Cache-Control: public, max-age=300\r\n"
    "X-Content-Type-Options: nosniff\r\n";
inline constexpr std::string_view kRedirectFields = http::joined<kRedirectOwnFields, http::kCorsFields>;

/// The `note` of a registration, which says what comes next. No character that JSON escapes.
void append_registration_note(std::string_view base_url, std::string& out);

struct EndpointRow {
  std::string_view path;
  std::string_view methods;  ///< the value of Allow: publish::kReadMethods or publish::kPostMethods
  http::Route route;         ///< its name is in ops/outcome_words.cpp
  void (*answer)(Call& call, http::Response& response);
  /// Refuses a request whatever its method, preflights too; true if it did. Null: nothing is refused so.
  bool (*refuse_first)(Call& call, http::Response& response) = nullptr;
};

[[nodiscard]] std::span<const EndpointRow> endpoint_table() noexcept;

/// Null for documents, unknown paths and endpoints that the settings disable.
[[nodiscard]] const EndpointRow* find_endpoint(std::string_view path, const content::Settings& settings) noexcept;

/// GET or HEAD of a gated document (site/publish/resource_metadata.hpp) for a token with its scope. Precondition: the
/// call names the document.
void answer_gated_document(Call& call, http::Response& response);

/// Whether no file can replace the response for the path: true for endpoints that are always there and for documents
/// that change without a change of content.
[[nodiscard]] bool is_dynamic(std::string_view path) noexcept;

/// GET or HEAD of a published document: form, content coding and If-None-Match.
void answer_published_document(const Call& call, const publish::Document& document, http::Response& response);

/// - "/blog", if the owner's own files have /blog/index.html: 301 to "/blog/", for GET and HEAD. The target is the path
///   of the folder, so nothing else of the request is in it.
/// - A page with status 404, if the site has one (documents::kNotFoundPath), for GET and HEAD with an Accept field that
///   prefers text/html, outside of /api, /oauth and /.well-known.
/// - 404 `not_found` as JSON for every other request.
void answer_unknown_path(Call& call, http::Response& response);

/// POST /oauth/register: RFC 7591 section 3.2.1 with the members of the specification. Nothing is stored.
void answer_registration(Call& call, http::Response& response);

/// POST /oauth/token: RFC 6749 section 4.4. Adds the token to the verified token cache.
void answer_token(Call& call, http::Response& response);

enum class ClientAuthentication : std::uint8_t { body, basic };

/// The texts to which an oauth::TokenRequest refers; empty if absent.
struct ReceivedTokenRequest {
  std::string grant_type;
  std::string client_id;
  std::string client_secret;
  std::string scope;  ///< of another JSON type than a string: a text that is no scope
  ClientAuthentication authentication = ClientAuthentication::body;
};

/// Reads a token request: a form (RFC 6749 section 4.4.2) or a JSON object, and the client's credentials from it or
/// from HTTP Basic (section 2.3.1). The query is not read. Checks in this order: content coding, media type (none is
/// needed for an empty body), syntax and duplicates, types, then the Authorization header: only Basic, well-formed, and
/// no other credentials in the body. Thread safe, no I/O.
///
/// NOT checked: presence, grant and credentials. That is oauth::issue_token.
[[nodiscard]] base::Result<ReceivedTokenRequest, const http::Fault*> read_token_request(const http::Request& request);

/// Refuses a request with an Origin that is none of the base URLs and not allowed by the settings with 403, whatever
/// its method: a preflight too, so that a page elsewhere cannot send a message (basic/transports/streamable-http,
/// "Security & Endpoint": "all incoming connections"). False, and no response, for any other request.
[[nodiscard]] bool refuse_foreign_origin(Call& call, http::Response& response);

/// Precondition: the settings enable the endpoint, and refuse_foreign_origin() was false.
void answer_mcp(Call& call, http::Response& response);

}  // namespace agent_access::service
