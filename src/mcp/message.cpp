#include "mcp/message.hpp"

#include <algorithm>
#include <array>
#include <boost/json/parse.hpp>
#include <utility>

#include "base/protocol.hpp"
#include "base/text.hpp"
#include "json/json_text.hpp"
#include "json/strict_reader.hpp"

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
using Type = Member::Type;

/// The members of a message as JSON-RPC has them.
struct Envelope {
  Member jsonrpc;
  Member id;
  Member method;
  Member params;
  Member result;
  Member error;
};

/// Whether a member may be left out, and what it is then filled in with.
enum class Presence : std::uint8_t { required, optional, optional_object };

template <class Object>
struct MemberRow {
  std::string_view name;
  Member Object::* member;
  Presence presence = Presence::required;
};

constexpr std::array kEnvelope =
    std::to_array<MemberRow<Envelope>>({{"jsonrpc", &Envelope::jsonrpc},
                                        {"id", &Envelope::id},
                                        {"method", &Envelope::method},
                                        {"params", &Envelope::params, Presence::optional_object},
                                        {"result", &Envelope::result},
                                        {"error", &Envelope::error}});
constexpr std::array kParams =
    std::to_array<MemberRow<Params>>({{"name", &Params::name},
                                      {"uri", &Params::uri},
                                      {"cursor", &Params::cursor, Presence::optional},
                                      {"protocolVersion", &Params::protocol_version},
                                      {"arguments", &Params::arguments, Presence::optional_object},
                                      {"_meta", &Params::meta, Presence::optional_object}});
constexpr std::array kMeta = std::to_array<MemberRow<Params>>(
    {{protocol::kMcpVersionKey, &Params::version}, {protocol::kMcpCapabilitiesKey, &Params::capabilities}});

template <class Object, std::size_t Count>
Member* find_in(const std::array<MemberRow<Object>, Count>& rows, std::string_view name, Object& object) noexcept {
  const auto* const row = std::ranges::find(rows, name, &MemberRow<Object>::name);
  return row == rows.end() ? nullptr : &(object.*row->member);
}

bool is_filler(const Member& member, Presence presence) noexcept {
  if (presence == Presence::required) return false;
  if (member.type == Type::empty_array) return presence == Presence::optional_object;
  return member.type == Type::null || (member.is_text() && member.text.empty());
}

template <class Object, std::size_t Count>
void drop_fillers(const std::array<MemberRow<Object>, Count>& rows, Object& object) noexcept {
  for (const auto& row : rows) {
    if (is_filler(object.*row.member, row.presence)) object.*row.member = {};
  }
}

/// Keeps the members of the message, of `params` and of `_meta`, each of which is in the one before.
class MessageEvents : public json::StrictEvents {
 public:
  MessageEvents() : StrictEvents(json::Root::any) {}

  bool is_array = false;
  bool is_object = false;
  Envelope envelope;
  Params params;
  std::string number;  // the id, if it is an integer

  /// What the texts with escapes are views of.
  std::forward_list<std::string> release_unescaped() noexcept { return std::move(unescaped_); }

  bool on_object_begin(Error& error) {
    if (depth() == 0) is_object = true;
    const bool is_known = depth() == known_ && (depth() == 0 || member_ == &envelope.params || member_ == &params.meta);
    note(Type::object);
    if (is_known) ++known_;
    return StrictEvents::on_object_begin(error);
  }
  bool on_object_end(std::size_t members, Error& error) {
    if (depth() == known_) {
      --known_;
      member_ = nullptr;
    }
    StrictEvents::on_object_end(members, error);
    if (members == 0) note(Type::empty_object);
    return true;
  }
  bool on_array_begin(Error& error) {
    if (depth() == 0) is_array = true;
    note(Type::other);
    return StrictEvents::on_array_begin(error);
  }
  bool on_array_end(std::size_t elements, Error& error) {
    StrictEvents::on_array_end(elements, error);
    return elements > 0 || note(Type::empty_array);
  }
  bool on_key(Text part, std::size_t size, Error& error) {
    if (!StrictEvents::on_key(part, size, error)) return false;
    if (depth() == known_) member_ = find_member(name());
    return true;
  }
  bool on_string_part(Text part, std::size_t, Error&) { return !is_noted() || add_part(part); }
  bool on_string(Text part, std::size_t, Error&) {
    if (is_noted()) *member_ = {Type::text, whole(part)};
    return true;
  }
  bool on_int64(std::int64_t integer, Text, Error&) { return on_integer(integer); }
  bool on_uint64(std::uint64_t integer, Text, Error&) { return on_integer(integer); }
  bool on_double(double value, Text text, Error& error) {
    note(Type::other);
    return StrictEvents::on_double(value, text, error);
  }
  bool on_bool(bool, Error&) { return note(Type::other); }
  bool on_null(Error&) { return note(Type::null); }

 private:
  /// Whether the current value is that of a known member.
  [[nodiscard]] bool is_noted() const noexcept { return member_ != nullptr && depth() == known_; }

  bool note(Type type) noexcept {
    if (is_noted()) member_->type = type;
    return true;
  }

  bool on_integer(auto integer) {
    if (is_noted() && member_ == &envelope.id) number = std::to_string(integer);
    return note(Type::other);
  }

  Member* find_member(std::string_view name) noexcept {
    if (known_ == 1) return find_in(kEnvelope, name, envelope);
    return known_ == 2 ? find_in(kParams, name, params) : find_in(kMeta, name, params);
  }

  Member* member_ = nullptr;  // whose value is read, if it is one that is kept
  std::size_t known_ = 0;     // how many of the three objects are open
};

/// The id as JSON text; empty if it is missing or of a type that it may not have.
std::string id_of(MessageEvents& events) {
  const Member& id = events.envelope.id;
  return id.is_text() ? json::json_string(id.text) : std::move(events.number);
}

/// The rule of JSON-RPC that the members violate.
std::optional<McpFault> fault_of(const Envelope& envelope, std::string_view id) {
  if (!envelope.id.is_missing() && id.empty()) return McpFault::invalid_request;
  if (envelope.jsonrpc.text != "2.0") return McpFault::invalid_request;
  const bool is_response = !envelope.result.is_missing() || !envelope.error.is_missing();
  if (envelope.method.is_missing() && is_response) return McpFault::client_response;
  if (!envelope.method.is_text()) return McpFault::invalid_request;
  if (!envelope.params.is_missing() && !envelope.params.is_object()) return McpFault::params_no_object;
  return std::nullopt;
}

McpFault fault_of(json::StrictFault fault) noexcept {
  switch (fault) {
    case json::StrictFault::duplicate_name: return McpFault::duplicate_member;
    case json::StrictFault::too_deep: return McpFault::too_deep;
    case json::StrictFault::not_json:
    case json::StrictFault::not_an_object:
    case json::StrictFault::not_finite: return McpFault::not_json;
  }
  return McpFault::not_json;
}

}  // namespace

std::span<const McpProblem> mcp_problems() noexcept { return kProblems; }

const McpProblem& mcp_problem_of(McpFault fault) noexcept { return kProblems[static_cast<std::size_t>(fault)]; }

bj::object Message::read_params() const {
  bj::value whole = bj::parse(body);
  bj::value* const found = whole.get_object().if_contains("params");
  return found == nullptr || !found->is_object() ? bj::object() : std::move(found->get_object());
}

base::Result<Message, MessageError> read_message(std::string_view body) {
  json::StrictReader<MessageEvents> reader(kMostDepth);
  const auto done = reader.read(body);
  if (!done) return base::Failure(MessageError{fault_of(done.error().fault), {}});
  MessageEvents& events = reader.events();
  if (events.is_array) return base::Failure(MessageError{McpFault::batch, {}});
  if (!events.is_object) return base::Failure(MessageError{McpFault::invalid_request, {}});
  drop_fillers(kEnvelope, events.envelope);
  drop_fillers(kParams, events.params);
  std::string id = id_of(events);
  if (const auto fault = fault_of(events.envelope, id)) return base::Failure(MessageError{*fault, std::move(id)});
  return Message{std::move(id), events.envelope.method.text, events.params, body, events.release_unescaped()};
}

}  // namespace agent_access::mcp
