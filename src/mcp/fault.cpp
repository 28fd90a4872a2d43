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

constexpr std::string_view kInvalid = "invalid_request";

using enum McpFault;

constexpr std::array kProblems = std::to_array<McpProblem>({
    {foreign_origin, "foreign_origin", 403, 403, 403, kInvalid, "Pages of other origins may not call this endpoint"},
    {not_acceptable, "not_acceptable", 406, 406, 406, kInvalid,
     "Accept must allow application/json; clients send \"application/json, text/event-stream\""},
    {unsupported_media_type, "unsupported_media_type", 415, 415, 415, kInvalid,
     "Content-Type must be application/json"},
    {content_encoding, "content_encoding", 415, 415, 415, kInvalid, "The request body must not be compressed"},
    {not_json, "malformed_json", kParseError, 400, 400, kInvalid, "The request body is not well-formed JSON in UTF-8"},
    {duplicate_member, "duplicate_parameter", kInvalidRequest, 400, 400, kInvalid,
     "A member occurs more than once in an object"},
    {too_deep, "too_deep", kInvalidRequest, 400, 400, kInvalid, "The request body is nested too deeply"},
    {batch, "batch", kInvalidRequest, 400, 400, kInvalid, "Send one message in a request; batches are not supported"},
    {invalid_request, "invalid_message", kInvalidRequest, 400, 400, kInvalid,
     "The message must be a JSON-RPC 2.0 request with a string or integer as id"},
    {client_response, "client_response", kInvalidRequest, 400, 400, kInvalid,
     "This server sends no requests, so it accepts no responses"},
    {params_no_object, "params_no_object", kInvalidParams, 400, 400, kInvalid, "params must be an object"},
    {refused_notification, "refused_notification", kInvalidRequest, 400, 400, kInvalid,
     "A message without id must be a notification"},
    {header_mismatch, "header_mismatch", kHeaderMismatch, 400, 400, kInvalid,
     "MCP-Protocol-Version, Mcp-Method or Mcp-Name is missing or differs from the message"},
    {unsupported_version, "unsupported_version", kUnsupportedVersion, 400, 400, kInvalid,
     "Unsupported protocol version"},
    {missing_meta, "missing_meta", kInvalidParams, 400, 400, kInvalid,
     "params._meta must have io.modelcontextprotocol/protocolVersion and io.modelcontextprotocol/clientCapabilities"},
    {unknown_method, "unknown_method", kMethodNotFound, 404, 200, kInvalid, "Method not found"},
    {invalid_params, "invalid_params", kInvalidParams, 200, 200, kInvalid,
     "A parameter is missing or has a wrong type"},
    {unknown_tool, "unknown_tool", kInvalidParams, 200, 200, kInvalid,
     "Unknown tool; tools/list names those that exist"},
    {unknown_resource, "unknown_resource", kInvalidParams, 200, 200, kInvalid,
     "Resource not found; resources/list names those that exist", kResourceNotFound},
    {large_resource, "large_resource", kInvalidParams, 200, 200, kInvalid,
     "Files of more than 1 MiB are read over HTTP: GET the address with the same access token; ranges are supported"},
    {unknown_reference, "unknown_reference", kInvalidParams, 200, 200, kInvalid,
     "Only the arguments of the resource template can be completed"},
    {invalid_cursor, "invalid_cursor", kInvalidParams, 200, 200, kInvalid,
     "The cursor is not one of this server; list again from the start"},
});

static_assert(base::is_complete(kProblems, &McpProblem::fault), "a fault has no row here, or its row is out of order");

}  // namespace

std::span<const McpProblem> mcp_problems() noexcept { return kProblems; }

const McpProblem& mcp_problem_of(McpFault fault) noexcept { return kProblems[static_cast<std::size_t>(fault)]; }

}  // namespace agent_access::mcp
