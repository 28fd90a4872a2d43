/// \file
/// The endpoints that give credentials: registration and token. Responses have Cache-Control: no-store. Not thread safe
/// for one context.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "http/fields.hpp"
#include "service/call.hpp"

namespace agent_access::service {

// The constant fields of a response with credentials, which tools/export also writes for hosts that run JavaScript.
// RFC 6749 section 5.1 requires Pragma beside Cache-Control.
inline constexpr std::string_view kPragmaField = "Pragma: no-cache\r\n";
inline constexpr std::string_view kCredentialFields =
    http::joined<http::kJsonField, http::kNoStoreFields, kPragmaField, http::kCorsFields>;

/// The `note` of a registration, which says what comes next. No character that JSON escapes.
void append_registration_note(std::string_view base_url, std::string& out);

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
/// from HTTP Basic (section 2.3.1), well-formed and without other credentials in the body. The query is not read. An
/// empty body needs no media type. The checks and their order are protocol::kTokenChecks. Thread safe, no I/O.
///
/// NOT checked: presence, grant and credentials. That is oauth::issue_token.
[[nodiscard]] base::Result<ReceivedTokenRequest, const http::Fault*> read_token_request(const http::Request& request);

}  // namespace agent_access::service
