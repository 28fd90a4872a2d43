/// \file
/// Reads a token request: a form (RFC 6749 section 4.4.2) or a JSON object, and the client's credentials from it or
/// from HTTP Basic (RFC 6749 section 2.3.1). The query is not read. Thread safe, no I/O.
///
/// NOT checked: presence, grant and credentials. That is oauth::issue_token.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.hpp"
#include "http/message.hpp"
#include "service/outcome/fault_table.hpp"

namespace agent_access::service {

enum class ClientAuthentication : std::uint8_t { body, basic };

/// The texts to which an oauth::TokenRequest refers; empty if absent.
struct ReceivedTokenRequest {
  std::string grant_type;
  std::string client_id;
  std::string client_secret;
  std::string scope;  ///< of another JSON type than a string: a text that is no scope
  ClientAuthentication authentication = ClientAuthentication::body;
};

/// Checks in this order: content coding, media type (none is needed for an empty body), syntax and duplicates, types,
/// then the Authorization header: only Basic, well-formed, and no other credentials in the body.
[[nodiscard]] base::Result<ReceivedTokenRequest, RequestFault> read_token_request(const http::Request& request);

}  // namespace agent_access::service
