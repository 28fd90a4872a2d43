#include "mcp/message.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/protocol.hpp"
#include "base/text.hpp"
#include "json/json_text.hpp"
#include "json/members.hpp"
#include "json/reader.hpp"

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

constexpr http::Fault row(std::string_view name, std::uint16_t status, std::string_view sentence) {
  return {name, status, "invalid_request", sentence};
}

/// HTTP: its status is the code, too.
constexpr McpProblem of_http(McpFault fault, std::string_view name, std::uint16_t status, std::string_view sentence) {
  return {.fault = fault, .row = row(name, status, sentence), .code = status, .legacy_status = status};
}

/// The form of a message: 400.
constexpr McpProblem of_message(McpFault fault, std::string_view name, int code, std::string_view sentence) {
  return {.fault = fault, .row = row(name, 400, sentence), .code = code, .legacy_status = 400};
}

/// What the method of a well-formed message needs: an error of JSON-RPC in a 200.
constexpr McpProblem of_method(McpFault fault, std::string_view name, std::string_view sentence,
                               int legacy_code = kInvalidParams) {
  return {.fault = fault,
          .row = row(name, 200, sentence),
          .code = kInvalidParams,
          .legacy_status = 200,
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
     .row = row("unknown_method", 404, "Method not found"),
     .code = kMethodNotFound,
     .legacy_status = 200},
    of_method(invalid_params, "invalid_params", "A parameter is missing or has a wrong type"),
    of_method(unknown_tool, "unknown_tool", "Unknown tool; tools/list names those that exist"),
    of_method(unknown_resource, "unknown_resource", "Resource not found; resources/list names those that exist",
              kResourceNotFound),
    of_method(large_resource, "large_resource",
              "Files of more than 1 MiB are read over HTTP: GET the address with the same access token"),
    of_method(invalid_cursor, "invalid_cursor", "The cursor is not one of this server; list again from the start"),
});

static_assert(base::is_complete(kProblems, &McpProblem::fault), "a fault has no row here, or its row is out of order");

namespace bj = boost::json;

/// The members of a message as JSON-RPC has them; null for one that is missing.
struct Envelope {
  const bj::value* jsonrpc = nullptr;
  const bj::value* id = nullptr;
  const bj::value* method = nullptr;
  const bj::value* params = nullptr;
  const bj::value* result = nullptr;
  const bj::value* error = nullptr;
};

template <class Members>
struct MemberRow {
  std::string_view name;
  const bj::value* Members::* member;
};

constexpr std::array kEnvelope = std::to_array<MemberRow<Envelope>>({{"jsonrpc", &Envelope::jsonrpc},
                                                                     {"id", &Envelope::id},
                                                                     {"method", &Envelope::method},
                                                                     {"params", &Envelope::params},
                                                                     {"result", &Envelope::result},
                                                                     {"error", &Envelope::error}});
constexpr std::array kParams = std::to_array<MemberRow<Params>>({{"name", &Params::name},
                                                                 {"uri", &Params::uri},
                                                                 {"cursor", &Params::cursor},
                                                                 {"protocolVersion", &Params::protocol_version},
                                                                 {"arguments", &Params::arguments},
                                                                 {"_meta", &Params::meta}});
constexpr std::array kMeta = std::to_array<MemberRow<Meta>>(
    {{protocol::kMcpVersionKey, &Meta::version}, {protocol::kMcpCapabilitiesKey, &Meta::capabilities}});

/// Finds the members of the value, if it is an object.
template <class Members, std::size_t Count>
void find_members(const bj::value* value, const std::array<MemberRow<Members>, Count>& rows, Members& to) noexcept {
  if (value == nullptr || !value->is_object()) return;
  for (const auto& member : value->get_object()) {
    const std::string_view name = member.key();
    const auto* const row = std::ranges::find(rows, name, &MemberRow<Members>::name);
    if (row != rows.end()) to.*row->member = &member.value();
  }
}

/// Forgets what clients fill in for a member that they leave out: null, an empty text and, where it is an object, the
/// empty list of PHP.
void drop_filler(const bj::value*& member, bool is_object) noexcept {
  if (member == nullptr) return;
  const bool is_filler = member->is_array()
                             ? is_object && member->get_array().empty()
                             : member->is_null() || (member->is_string() && member->get_string().empty());
  if (is_filler) member = nullptr;
}

/// The id as JSON text; empty if it is missing or of a type that it may not have.
std::string id_text(const bj::value* id) {
  if (id == nullptr) return {};
  if (id->is_int64()) return std::to_string(id->get_int64());
  if (id->is_uint64()) return std::to_string(id->get_uint64());
  return id->is_string() ? json::json_string(id->get_string()) : std::string();
}

/// The rule of JSON-RPC that the members violate.
std::optional<McpFault> broken_rule_of(const Envelope& envelope, std::string_view id) {
  if (envelope.id != nullptr && id.empty()) return McpFault::invalid_request;
  if (json::as_text(envelope.jsonrpc) != "2.0") return McpFault::invalid_request;
  const bool is_response = envelope.result != nullptr || envelope.error != nullptr;
  if (envelope.method == nullptr && is_response) return McpFault::client_response;
  if (envelope.method == nullptr || !envelope.method->is_string()) return McpFault::invalid_request;
  if (envelope.params != nullptr && !envelope.params->is_object()) return McpFault::params_no_object;
  return std::nullopt;
}

McpFault mcp_fault_of(json::JsonFault fault) noexcept {
  if (fault == json::JsonFault::duplicate_name) return McpFault::duplicate_member;
  return fault == json::JsonFault::too_deep ? McpFault::too_deep : McpFault::not_json;
}

}  // namespace

std::span<const McpProblem> mcp_problems() noexcept { return kProblems; }

const McpProblem& mcp_problem_of(McpFault fault) noexcept { return kProblems[static_cast<std::size_t>(fault)]; }

base::Result<Message, MessageError> read_message(std::string_view body, const bj::storage_ptr& memory) {
  auto value = json::read_json(body, {.max_depth = kMostDepth}, memory);
  if (!value) return base::Failure(MessageError{mcp_fault_of(value.error().fault), {}});
  if (value->is_array()) return base::Failure(MessageError{McpFault::batch, {}});
  if (!value->is_object()) return base::Failure(MessageError{McpFault::invalid_request, {}});
  Envelope envelope;
  find_members(&*value, kEnvelope, envelope);
  drop_filler(envelope.params, true);
  std::string id = id_text(envelope.id);
  if (const auto fault = broken_rule_of(envelope, id)) return base::Failure(MessageError{*fault, std::move(id)});
  base::Result<Message, MessageError> message(std::in_place, std::move(id), envelope.method->get_string(), Params{},
                                              Meta{}, std::move(value->get_object()));
  Params& params = message->params;
  find_members(envelope.params, kParams, params);
  drop_filler(params.cursor, false);
  drop_filler(params.arguments, true);
  drop_filler(params.meta, true);
  find_members(params.meta, kMeta, message->meta);
  return message;
}

}  // namespace agent_access::mcp
