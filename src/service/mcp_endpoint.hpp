/// \file
/// POST /mcp: the Model Context Protocol over HTTP without sessions and streams. Checks what belongs to HTTP (Origin,
/// media types, the fields that repeat the message) and the token where one is needed; mcp/server.hpp answers the
/// message. Not thread safe for one context.
#pragma once

#include "http/message.hpp"
#include "service/endpoints.hpp"

namespace agent_access::service {

/// Precondition: the settings enable the endpoint.
void answer_mcp(Call& call, http::Response& response);

}  // namespace agent_access::service
