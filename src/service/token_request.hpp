/// \file
/// The token request as HTTP carries it: a form (RFC 6749 section 4.4.2), a JSON object, and HTTP Basic for the
/// client's credentials (RFC 6749 section 2.3.1). The query is never read. Thread safe, no I/O.
///
/// NOT checked: presence, grant and credentials. That is oauth::issue_token.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.hpp"
#include "http/message.hpp"
#include "service/fault_table.hpp"

namespace agent_access::service {

enum class ClientAuthentication : std::uint8_t { body, basic };

/// Owned texts behind an oauth::TokenRequest; empty means absent.
struct ReceivedTokenRequest {
  std::string grant_type;
  std::string client_id;
  std::string client_secret;
  ClientAuthentication authentication = ClientAuthentication::body;
};

/// Checks in this order: content coding, media type (none is needed for an empty body), syntax and duplicates, types,
/// then the Authorization header: only Basic, well-formed, and no other credentials in the body.
[[nodiscard]] base::Result<ReceivedTokenRequest, RequestFault> read_token_request(const http::Request& request);

}  // namespace agent_access::service
