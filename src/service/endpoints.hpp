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
#include "http/preconditions.hpp"
#include "limit/rate_limiter.hpp"
#include "service/snapshot.hpp"
#include "service/verified_token_cache.hpp"
#include "site/publish/catalogue.hpp"

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
/// Of a notification that /mcp accepts.
inline constexpr std::string_view kAcceptedFields = http::joined<http::kNoStoreFields, http::kCorsFields>;
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
  documents::Published published = documents::Published::with_tokens;
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

/// GET or HEAD of a representation with that etag: 412 if If-Match or If-Unmodified-Since fails, 304 with those fields
/// if If-None-Match has it. False, and no response: it is to be sent.
[[nodiscard]] bool answer_precondition(const Call& call, std::string_view etag, std::string_view not_modified_fields,
                                       http::Response& response);

/// What the preconditions of a request say about what the snapshot has with that etag, which may be empty. Nothing in
/// it has changed since it was made; when before, no replica knows.
[[nodiscard]] http::Precondition precondition_of(const Call& call, std::string_view etag);

/// The open document that a path with slashes too many, before or behind it, means. Null for every other path, and
/// where a token may be needed: below a gate, /api/ and /oauth/.
[[nodiscard]] const publish::Document* find_without_slashes(const Call& call);

/// GET or HEAD of that document: 308 to a page, so that its relative references hold; others as they are. The target is
/// the path of the document, so nothing else of the request than its query is in it.
void answer_meant_document(const Call& call, const publish::Document& document, http::Response& response);

/// GET or HEAD of a published document: form, content coding and preconditions.
void answer_published_document(const Call& call, const publish::Document& document, http::Response& response);

/// - "/blog", if the owner's own files have /blog/index.html: 301 to "/blog/", for GET and HEAD. The target is the path
///   of the folder, so nothing else of the request is in it.
/// - A page with status 404, if the site has one (documents::kNotFoundPath), for GET and HEAD with an Accept field that
///   prefers text/html, outside of /api, /oauth and /.well-known.
/// - 404 `not_found` as JSON for every other request.
void answer_unknown_path(Call& call, http::Response& response);

/// POST /oauth/register: RFC 7591 section 3.2.1 with the members of the specification. No list of clients is kept.
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

// --- rate_limit.cpp: the limit in HTTP: which requests are counted, the cost of a failed attempt, and the response
// fields in two families: RateLimit-Policy and RateLimit of draft-ietf-httpapi-ratelimit-headers-10, and the older
// RateLimit-Limit, -Remaining and -Reset. NOT here: the decision (limit/rate_limiter). ---

/// Whether requests for this path are counted, also if the path does not exist.
[[nodiscard]] bool is_counted(std::string_view path, const content::Settings& settings) noexcept;

/// Charges a request before any work on it; preflights (http::is_preflight) are free. A refused one is not charged, so
/// a client that waits for Retry-After seconds is served. False: it must be refused, see refuse_limited().
[[nodiscard]] bool charge(Call& call) noexcept;

/// Charges the extra cost of a failed attempt, and appends the fields. Nothing if the request was not charged.
void finish_charge(Call& call, http::Response& response);

/// Writes the 429 with Retry-After, which the description repeats, because some hosts show their model the body only;
/// its outcome is the exhausted budget.
void refuse_limited(const limit::Verdict& verdict, http::Response& response);

/// Appends the fields of both families. In a refusal the reset is the time until the refused request would be allowed,
/// in whole seconds, at least one, as in Retry-After; else the seconds until the whole budget is available again.
void append_rate_limit_fields(const limit::Verdict& verdict, std::string& fields);

// --- forward_auth.cpp: the endpoint that a trusted proxy asks whether a request for a gated path may pass (decision
// 0045). It exists only for peers in limits.trusted_proxies and only if gates are declared; for anybody else its path
// is unknown. There are two forms of such a request:
// - /oauth/gate, with exactly one X-Forwarded-Method and X-Forwarded-Uri (nginx, Caddy, Traefik, HAProxy); the method
//   of the request itself has no meaning;
// - /oauth/gate/data/x.csv?query with the original method (Envoy), and neither of these fields.
// The host of the original request is X-Forwarded-Host where it is present, else Host. The token is read from the
// Authorization field. 200 without a body lets the request pass; every other status is the response for the client. ---

/// Whether the gate lists the method; HEAD wherever it lists GET. Methods are case-sensitive (RFC 9110 section 9.1).
[[nodiscard]] bool lets_through(const content::Gate& gate, std::string_view method) noexcept;

/// The value of Allow: "GET, HEAD".
[[nodiscard]] std::string allowed_methods(const content::Gate& gate);

/// Nothing if it is no forward-auth request; that of anybody but a trusted proxy never is one.
[[nodiscard]] std::optional<ForwardAuthRequest> read_forward_auth(const http::Request& request,
                                                                  const Snapshot& snapshot) noexcept;

/// Sets route, host and path of the outcome to those of the original request.
void note_forward_auth(const ForwardAuthRequest& forwarded, http::Outcome& outcome) noexcept;

/// Precondition: call.forwarded, and call.gated if a gate holds its path. In this order: form of the request and of the
/// path, gate, method, token. A preflight passes without a token if the gate lists OPTIONS.
void answer_forward_auth(Call& call, http::Response& response);

/// For proxies that hand on only 401 and 403, and no body (nginx): the status and the body of a refusal as the fields
/// X-Agent-Status and X-Agent-Refusal. Changes no other response.
void append_refusal_fields(http::Response& response);

}  // namespace agent_access::service
