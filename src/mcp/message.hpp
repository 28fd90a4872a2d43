/// \file
/// Reads one message of JSON-RPC 2.0 (sections 4 and 4.1, as MCP narrows them): a request with a string or an integer
/// as id, or a notification without one. Strict JSON by the rules of json/strict_reader.hpp, at most kMostDepth deep.
/// Other members of the message are ignored. Thread safe, stateless. NOT limited here: the size of the text.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "mcp/fault.hpp"

namespace agent_access::mcp {

/// Objects and arrays around a value. Capabilities of clients are five deep.
inline constexpr std::size_t kMostDepth = 16;

/// A member of the message. Of values that are no strings only the type is kept.
struct Member {
  enum class Type : std::uint8_t { missing, text, empty_object, object, other };

  Type type = Type::missing;
  std::string_view text = {};  ///< without escapes

  [[nodiscard]] bool is_missing() const noexcept { return type == Type::missing; }
  [[nodiscard]] bool is_text() const noexcept { return type == Type::text; }
  [[nodiscard]] bool is_object() const noexcept { return type == Type::object || type == Type::empty_object; }
};

/// The members of `params` that methods and revisions read.
struct Params {
  Member name;
  Member uri;
  Member cursor;
  Member protocol_version;
  Member arguments;
  Member meta;
  Member version;       ///< of `_meta`
  Member capabilities;  ///< of `_meta`
};

/// The texts are views of the body, which outlives the message, or of `unescaped`: a message is moved, not copied.
struct Message {
  std::string id;  ///< as JSON text; empty for a notification
  std::string_view method;
  Params params;
  std::string_view body;
  std::forward_list<std::string> unescaped = {};  ///< the texts that have escapes in the body

  [[nodiscard]] bool is_notification() const noexcept { return id.empty(); }
  /// All of `params`, for methods that read more of it; empty if there are none. Reads the body again.
  [[nodiscard]] boost::json::object read_params() const;
};

struct MessageError {
  McpFault fault;
  std::string id;  ///< as JSON text; empty if it could not be read
};

/// `body` outlives the message.
[[nodiscard]] base::Result<Message, MessageError> read_message(std::string_view body);

}  // namespace agent_access::mcp
