#include "mcp/fault.hpp"

#include <array>
#include <cstddef>

#include "base/enumerators.hpp"

namespace agent_access::mcp {

namespace {

constexpr int kParseError = -32700;
constexpr int kInvalidRequest = -32600;
constexpr int kMethodNotFound = -32601;
constexpr int kInvalidParams = -32602;
constexpr int kResourceNotFound = -32002;  // of revisions up to 2025-11-25
constexpr int kHeaderMismatch = -32020;
constexpr int kUnsupportedVersion = -32022;

using enum McpFault;

// Kinds of rows: by what the fault violates.

/// HTTP: its status is the code, too.
constexpr McpProblem of_http(McpFault fault, std::string_view name, std::uint16_t status,
                             std::string_view description) {
  return {.fault = fault,
          .name = name,
          .code = status,
          .status = status,
          .legacy_status = status,
          .description = description};
}

/// The form of a message: 400.
constexpr McpProblem of_message(McpFault fault, std::string_view name, int code, std::string_view description) {
  return {.fault = fault, .name = name, .code = code, .status = 400, .legacy_status = 400, .description = description};
}

/// What the method of a well-formed message needs: an error of JSON-RPC in a 200.
constexpr McpProblem of_method(McpFault fault, std::string_view name, std::string_view description,
                               int legacy_code = kInvalidParams) {
  return {.fault = fault,
          .name = name,
          .code = kInvalidParams,
          .status = 200,
          .legacy_status = 200,
          .description = description,
          .legacy_code = legacy_code};
}

constexpr std::array kProblems = std::to_array<McpProblem>({
    of_http(foreign_origin, "foreign_origin", 403,
            "Pages of other origins may not call this endpoint unless its owner adds them to mcp.allowed_origins"),
    of_http(not_acceptable, "not_acceptable", 406,
            "Accept must allow application/json; clients send \"application/json, text/event-stream\""),
    of_http(unsupported_media_type, "unsupported_media_type", 415, "Content-Type must be application/json"),
    of_http(content_encoding, "content_encoding", 415, "The request body must not be compressed"),
    of_message(not_json, "malformed_json", kParseError,
               "The request body is not well-formed JSON in UTF-8 without a byte order mark"),
    of_message(duplicate_member, "duplicate_parameter", kInvalidRequest, "A member occurs more than once in an object"),
    of_message(too_deep, "too_deep", kInvalidRequest, "The request body is nested too deeply"),
    of_message(batch, "batch", kInvalidRequest, "Send one message in a request; batches are not supported"),
    of_message(invalid_request, "invalid_message", kInvalidRequest,
               "The message must be a JSON-RPC 2.0 request with a string or integer as id"),
    of_message(client_response, "client_response", kInvalidRequest,
               "This server sends no requests, so it accepts no responses"),
    of_message(params_no_object, "params_no_object", kInvalidParams, "params must be an object"),
    of_message(refused_notification, "refused_notification", kInvalidRequest,
               "A message without id must be a notification"),
    of_message(header_mismatch, "header_mismatch", kHeaderMismatch,
               "MCP-Protocol-Version, Mcp-Method or Mcp-Name is missing or differs from the message"),
    of_message(unsupported_version, "unsupported_version", kUnsupportedVersion, "Unsupported protocol version"),
    of_message(missing_meta, "missing_meta", kInvalidParams,
               "params._meta must have io.modelcontextprotocol/protocolVersion and "
               "io.modelcontextprotocol/clientCapabilities"),
    {.fault = unknown_method,
     .name = "unknown_method",
     .code = kMethodNotFound,
     .status = 404,
     .legacy_status = 200,
     .description = "Method not found"},
    of_method(invalid_params, "invalid_params", "A parameter is missing or has a wrong type"),
    of_method(unknown_tool, "unknown_tool", "Unknown tool; tools/list names those that exist"),
    of_method(unknown_resource, "unknown_resource", "Resource not found; resources/list names those that exist",
              kResourceNotFound),
    of_method(large_resource, "large_resource",
              "Files of more than 1 MiB are read over HTTP: GET the address with the same access token"),
    of_method(unknown_reference, "unknown_reference", "Only the arguments of the resource template can be completed"),
    of_method(invalid_cursor, "invalid_cursor", "The cursor is not one of this server; list again from the start"),
});

static_assert(base::is_complete(kProblems, &McpProblem::fault), "a fault has no row here, or its row is out of order");

}  // namespace

std::span<const McpProblem> mcp_problems() noexcept { return kProblems; }

const McpProblem& mcp_problem_of(McpFault fault) noexcept { return kProblems[static_cast<std::size_t>(fault)]; }

}  // namespace agent_access::mcp
