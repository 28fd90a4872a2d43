/// \file
/// Reads one message of JSON-RPC 2.0 (sections 4 and 4.1, as MCP narrows them): a request with a string or an integer
/// as id, or a notification without one. Strict JSON by the rules of json/strict_reader.hpp, at most kMostDepth deep.
/// Other members of the message are ignored. Thread safe, stateless. NOT limited here: the size of the text.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "mcp/fault.hpp"

namespace agent_access::mcp {

/// Objects and arrays around a value. Capabilities of clients are five deep.
inline constexpr std::size_t kMostDepth = 16;

struct Message {
  std::string id;  ///< as JSON text; empty for a notification
  std::string method;
  boost::json::object params;  ///< empty if there are none

  [[nodiscard]] bool is_notification() const noexcept { return id.empty(); }
};

struct MessageError {
  McpFault fault;
  std::string id;  ///< as JSON text; empty if it could not be read
};

[[nodiscard]] base::Result<Message, MessageError> read_message(std::string_view body);

}  // namespace agent_access::mcp
