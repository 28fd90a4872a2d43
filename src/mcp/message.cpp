#include "mcp/message.hpp"

#include <boost/json/monotonic_resource.hpp>
#include <utility>

#include "json/json_text.hpp"
#include "json/strict_value.hpp"

namespace agent_access::mcp {

namespace {

namespace bj = boost::json;

McpFault fault_of(json::StrictFault fault) noexcept {
  switch (fault) {
    case json::StrictFault::duplicate_name:
      return McpFault::duplicate_member;
    case json::StrictFault::too_deep:
      return McpFault::too_deep;
    case json::StrictFault::not_json:
    case json::StrictFault::not_an_object:
    case json::StrictFault::not_finite:
      return McpFault::not_json;
  }
  return McpFault::not_json;
}

constexpr std::size_t kUsualMemory = 2048;

/// The text of a valid id; empty for any other value.
std::string id_of(const bj::value& id) {
  if (id.is_string()) return json::json_string(id.get_string());
  if (id.is_int64()) return std::to_string(id.get_int64());
  if (id.is_uint64()) return std::to_string(id.get_uint64());
  return {};
}

}  // namespace

base::Result<Message, MessageError> read_message(std::string_view body) {
  // One allocation for most messages; it lives as long as the parameters.
  const auto storage = bj::make_shared_resource<bj::monotonic_resource>(kUsualMemory);
  auto value = json::read_strict_value(body, kMostDepth, storage);
  if (!value) return base::Failure(MessageError{fault_of(value.error()), {}});
  if (value->is_array()) return base::Failure(MessageError{McpFault::batch, {}});
  if (!value->is_object()) return base::Failure(MessageError{McpFault::invalid_request, {}});
  bj::object& object = value->get_object();
  Message message;
  message.params = bj::object(storage);
  const bj::value* const id = object.if_contains("id");
  if (id != nullptr) message.id = id_of(*id);
  const auto refused = [&message](McpFault fault) { return base::Failure(MessageError{fault, message.id}); };
  if (id != nullptr && message.id.empty()) return refused(McpFault::invalid_request);
  const bj::value* const version = object.if_contains("jsonrpc");
  if (version == nullptr || !version->is_string() || version->get_string() != "2.0") {
    return refused(McpFault::invalid_request);
  }
  const bj::value* const method = object.if_contains("method");
  if (method == nullptr && (object.contains("result") || object.contains("error"))) {
    return refused(McpFault::client_response);
  }
  if (method == nullptr || !method->is_string()) return refused(McpFault::invalid_request);
  message.method = method->get_string();
  if (bj::value* const params = object.if_contains("params")) {
    if (!params->is_object()) return refused(McpFault::params_no_object);
    message.params = std::move(params->get_object());
  }
  return message;
}

}  // namespace agent_access::mcp
