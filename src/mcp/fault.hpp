/// \file
/// The faults of MCP: code of JSON-RPC, status of HTTP, and texts. A fault without a row does not compile. Codes from
/// -32020 on are those of MCP; codes above zero are statuses of HTTP, for refusals that JSON-RPC has no code for.
/// Thread safe: constants only.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

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
  large_resource,     ///< a gated file that only HTTP has
  unknown_reference,  ///< of a completion
  invalid_cursor,
};

/// `error` of this service, in the `data` of each fault.
inline constexpr std::string_view kMcpError = "invalid_request";

struct McpProblem {
  McpFault fault;
  std::string_view name;  ///< in the log and in the metrics
  int code;
  std::uint16_t status;         ///< of HTTP, for clients of 2026-07-28
  std::uint16_t legacy_status;  ///< for older clients, which read responses only if they are 200
  std::string_view description;
  int legacy_code = code;  ///< for older clients
};

/// One row for each enumerator, in the order of the enumeration.
[[nodiscard]] std::span<const McpProblem> mcp_problems() noexcept;
[[nodiscard]] const McpProblem& mcp_problem_of(McpFault fault) noexcept;

}  // namespace agent_access::mcp
