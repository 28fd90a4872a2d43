#include "mcp/message.hpp"

#include <boost/json/parse.hpp>
#include <utility>

#include "json/json_text.hpp"
#include "json/strict_reader.hpp"

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

/// The text of a valid id; empty for any other value.
std::string id_of(const bj::value& id) {
  if (id.is_string()) return json::json_string(id.get_string());
  if (id.is_int64()) return std::to_string(id.get_int64());
  if (id.is_uint64()) return std::to_string(id.get_uint64());
  return {};
}

base::Result<bj::value, MessageError> parse(std::string_view body) {
  json::StrictReader<json::StrictEvents> reader(kMostDepth, json::Root::any);
  if (const auto read = reader.read(body); !read) return base::Failure(MessageError{fault_of(read.error().fault), {}});
  bj::parse_options options;
  options.max_depth = kMostDepth;
  bj::error_code error;
  bj::value value = bj::parse(body, error, {}, options);
  if (error) return base::Failure(MessageError{McpFault::not_json, {}});
  return value;
}

}  // namespace

base::Result<Message, MessageError> read_message(std::string_view body) {
  auto value = parse(body);
  if (!value) return base::Failure(std::move(value.error()));
  if (value->is_array()) return base::Failure(MessageError{McpFault::batch, {}});
  if (!value->is_object()) return base::Failure(MessageError{McpFault::invalid_request, {}});
  bj::object& object = value->get_object();
  Message message;
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
