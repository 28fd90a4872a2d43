/// \file
/// The table of faults: the row of a fault has its name in the log and in the metrics, its status, `error` and
/// description, and the operations of /openapi.json that can return it. A fault without a row does not compile. Several
/// faults have the same response, which so reveals less than the log. The rows of http::RequestError are in
/// http/fields.cpp, because net uses them without the service. Thread safe: constants only.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "http/fields.hpp"
#include "mcp/message.hpp"
#include "oauth/types.hpp"
#include "site/documents/metadata.hpp"

namespace agent_access::service {

/// Faults of HTTP and of the form of a request, not of the OAuth protocol.
enum class RequestFault : std::uint8_t {
  foreign_host,
  unknown_path,
  method_not_allowed,
  authorization_endpoint,  ///< GET /oauth/authorize: published, but no response type exists
  unsupported_media_type,  ///< of a token request: neither a form nor JSON
  not_json_type,           ///< of a registration
  content_encoding,
  malformed_form,
  malformed_json,
  duplicate_parameter,
  wrong_type,                 ///< a JSON member that must be a string has another type
  unsupported_authorization,  ///< the Authorization at the token endpoint is not one Basic credential
  malformed_basic,
  mixed_authentication,  ///< Basic and credentials in the body
  rate_limited,
  malformed_gate_question,  ///< the forwarded fields of a forward-auth request are missing, repeated or at the wrong
                            ///< path
  ambiguous_path,           ///< a gated path that is not in normal form (site/content/path_form)
  ungated_path,             ///< a proxy asked about a path that no gate holds
};

/// The operations that can return a fault. /openapi.json does not describe /oauth/gate, which only proxies ask
/// (forward_auth), and /oauth/authorize, which refuses every request (none).
enum class Operations : std::uint8_t {
  any,
  registration,
  token,
  registration_and_token,
  token_with_scopes,  ///< the token endpoint, if scopes are declared
  profile,
  gates,         ///< paths below a gate
  forward_auth,  ///< what proxies ask; clients never see it
  none,
};

/// The properties of a fault.
template <class Fault>
struct FaultRow {
  Fault fault;
  std::string_view name;
  http::Problem problem;
  Operations operations;
};

/// One row for each enumerator, in the order of the enumeration.
template <class Fault>
[[nodiscard]] std::span<const FaultRow<Fault>> fault_rows() noexcept;
template <>
std::span<const FaultRow<RequestFault>> fault_rows() noexcept;
template <>
std::span<const FaultRow<oauth::TokenFault>> fault_rows() noexcept;
template <>
std::span<const FaultRow<oauth::RegistrationFault>> fault_rows() noexcept;
template <>
std::span<const FaultRow<oauth::BearerFault>> fault_rows() noexcept;

[[nodiscard]] http::Problem problem_of(RequestFault fault) noexcept;
[[nodiscard]] http::Problem problem_of(oauth::TokenFault fault) noexcept;
[[nodiscard]] http::Problem problem_of(oauth::RegistrationFault fault) noexcept;
[[nodiscard]] http::Problem problem_of(oauth::BearerFault fault) noexcept;
[[nodiscard]] http::Problem problem_of(mcp::McpFault fault) noexcept;  ///< the row is in mcp/message.cpp

/// The fault's name in the log and in the metrics.
[[nodiscard]] std::string_view name_of(RequestFault fault) noexcept;
[[nodiscard]] std::string_view name_of(oauth::TokenFault fault) noexcept;
[[nodiscard]] std::string_view name_of(oauth::RegistrationFault fault) noexcept;
[[nodiscard]] std::string_view name_of(oauth::BearerFault fault) noexcept;
[[nodiscard]] std::string_view name_of(mcp::McpFault fault) noexcept;
using http::name_of;

/// The challenge of MCP for a problem of a BearerFault, the value of WWW-Authenticate: with the metadata of its
/// endpoint, and always with the scope that is needed.
[[nodiscard]] std::string mcp_challenge(const http::Problem& problem, std::string_view base_url,
                                        std::string_view scope);

/// What a client without a usable token does next, as the end of a description: many hosts show their model this text
/// and nothing else. `scope`: empty for that of the profile, which a token has without being asked for it.
/// Has no "scope=" and no "error=": clients search a challenge for these as text.
[[nodiscard]] std::string token_remedy(std::string_view base_url, std::string_view scope);

/// What a challenge says besides the problem.
struct Challenge {
  std::string_view base_url;
  std::string_view remedy = {};            ///< follows the description: token_remedy()
  std::string_view resource_path = {};     ///< of a resource of the owner; empty: the profile
  std::string_view scope = oauth::kScope;  ///< that the resource needs
};

/// Appends the challenge for a problem of a BearerFault, a complete WWW-Authenticate line (RFC 6750 section 3, RFC 9728
/// section 5.1). Not for BearerFault::unavailable, which is not a fault of the token.
void append_bearer_challenge(const http::Problem& problem, const Challenge& challenge, std::string& fields);

/// The challenge for a client whose HTTP Basic credentials failed (RFC 6749 section 5.2), a complete line.
inline constexpr std::string_view kBasicChallenge = "WWW-Authenticate: Basic realm=\"agent-access\"\r\n";

/// The errors that each operation can return, from the fault table, for the OpenAPI description. Thread safe.
[[nodiscard]] documents::ErrorAnswers error_answers();

}  // namespace agent_access::service
