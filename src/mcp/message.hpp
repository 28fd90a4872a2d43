/// \file
/// Reads one message of JSON-RPC 2.0 (sections 4 and 4.1, as MCP narrows them): a request with a string or an integer
/// as id, or a notification without one. What clients fill in for an optional member that they leave out counts as
/// absent: null, an empty text and, where it is an object, the empty list of PHP. Strict JSON by the rules of
/// json/reader.hpp, at most kMostDepth deep. Other members of the message are ignored. Thread safe, stateless.
/// NOT limited here: the size of the text.
///
/// The faults of MCP: code of JSON-RPC, status of HTTP, and texts. A fault without a row does not compile. Codes from
/// -32020 on are those of MCP; codes above zero are statuses of HTTP, for refusals that JSON-RPC has no code for.
/// Thread safe: constants only.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/storage_ptr.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/protocol.hpp"
#include "base/result.hpp"
#include "http/outcome.hpp"

namespace agent_access::mcp {

enum class McpFault : std::uint8_t {
  foreign_origin,
  not_acceptable,  ///< Accept allows no application/json
  unsupported_media_type,
  content_encoding,
  not_json,
  duplicate_member,
  too_deep,
  batch,
  invalid_request,  ///< JSON, but not a request or notification of JSON-RPC 2.0
  client_response,  ///< a response, which only servers send
  params_no_object,
  refused_notification,
  header_mismatch,
  unsupported_version,
  missing_meta,  ///< `_meta` of 2026-07-28 lacks a required member
  unknown_method,
  invalid_params,
  unknown_tool,
  unknown_resource,
  large_resource,  ///< a gated file that only HTTP has
  invalid_cursor,
};

struct McpProblem {
  McpFault fault;
  http::Fault row;  ///< its status is for clients of 2026-07-28
  int code;
  std::uint16_t legacy_status;  ///< for clients of older revisions, which read responses only if they are 200
  int legacy_code = code;       ///< for older clients
};

/// One row for each enumerator, in the order of the enumeration.
[[nodiscard]] std::span<const McpProblem> mcp_problems() noexcept;
[[nodiscard]] const McpProblem& mcp_problem_of(McpFault fault) noexcept;

/// Objects and arrays around a value.
inline constexpr std::size_t kMostDepth = protocol::kMcpDepth;

/// The members of `params` that methods and revisions read; null for one that is missing.
struct Params {
  const boost::json::value* name = nullptr;
  const boost::json::value* uri = nullptr;
  const boost::json::value* cursor = nullptr;
  const boost::json::value* protocol_version = nullptr;
  const boost::json::value* arguments = nullptr;
  const boost::json::value* meta = nullptr;
};

/// The members of `_meta` that revisions read; likewise.
struct Meta {
  const boost::json::value* version = nullptr;
  const boost::json::value* capabilities = nullptr;
};

/// A message is moved, not copied: the others point into `object`.
struct Message {
  std::string id;  ///< as JSON text; empty for a notification
  std::string_view method;
  Params params;
  Meta meta;
  boost::json::object object;

  [[nodiscard]] bool is_notification() const noexcept { return id.empty(); }
};

struct MessageError {
  McpFault fault;
  std::string id;  ///< as JSON text; empty if it could not be read
};

/// `memory` is that of the values, and outlives the message.
[[nodiscard]] base::Result<Message, MessageError> read_message(std::string_view body,
                                                               const boost::json::storage_ptr& memory = {});

}  // namespace agent_access::mcp
