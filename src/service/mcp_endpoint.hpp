/// \file
/// /mcp: the Model Context Protocol over HTTP without sessions and streams. Checks what belongs to HTTP (Origin,
/// media types, the fields that repeat the message) and the token where one is needed; mcp/server.hpp answers the
/// message. Not thread safe for one context.
#pragma once

#include <string_view>

#include "http/fields.hpp"
#include "service/call.hpp"

namespace agent_access::service {

/// The constant fields of the response to a notification, which tools/export also writes for hosts that run JavaScript.
inline constexpr std::string_view kAcceptedFields = http::joined<http::kNoStoreFields, http::kCorsFields>;

/// Refuses a request with an Origin that is none of the base URLs and not allowed by the settings with 403, whatever
/// its method: a preflight too, so that a page elsewhere cannot send a message (basic/transports/streamable-http,
/// "Security & Endpoint": "all incoming connections"). False, and no response, for any other request.
[[nodiscard]] bool refuse_foreign_origin(Call& call, http::Response& response);

/// Precondition: the settings enable the endpoint, and refuse_foreign_origin() was false.
void answer_mcp(Call& call, http::Response& response);

}  // namespace agent_access::service
