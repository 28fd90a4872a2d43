// Any message of MCP gets no crash and at most one response: strict JSON with jsonrpc "2.0", either a result or an
// error, and the id of the message as the same JSON value. Only what asks for a token gets the profile, whose text is
// the same value as structuredContent, where the revision has that. What is refused as JSON, and the members that are
// read, are those of the document that json/reader.hpp reads.
//
// Input: three lines with the values of MCP-Protocol-Version, Mcp-Method and Mcp-Name (an empty line: no such field),
// then the body.
#include <boost/json/parse.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "fuzz/target.hpp"
#include "json/reader.hpp"
#include "mcp/message.hpp"
#include "mcp/revision.hpp"
#include "mcp/server.hpp"
#include "unit/mcp/small_site.hpp"

namespace agent_access::fuzz {
namespace {

namespace bj = boost::json;

constexpr std::string_view kOfTheProfile = "slash, ";

struct Host {
  publish::Catalogue documents = mcp::small_catalogue();
  content::Profile profile = content::parse_profile(mcp::kSmallProfile).value();
  mcp::Server server{documents, std::string(mcp::kSmallUrl), mcp::kSmallIdentity, profile};
};

std::optional<std::string_view> take_field(std::string_view& text) {
  const std::string_view line = take_line(text);
  return line.empty() ? std::nullopt : std::optional(line);
}

/// The response as an object. `id`: as it was read, empty if it was not.
bj::object checked(std::string_view response, std::string_view id, std::string_view body, bool is_error) {
  const auto strict = json::read_object(response, {.max_size = 1U << 20U});
  must(strict.has_value());
  const bj::object& object = *strict;
  must(object.at("jsonrpc") == "2.0");
  must(object.contains("error") == is_error && object.contains("result") == !is_error);
  must(object.contains("id") == !id.empty());
  must(object.size() == (id.empty() ? 2U : 3U));
  if (!id.empty()) must(object.at("id") == bj::parse(body).as_object().at("id"));
  if (is_error) {
    const bj::object& error = object.at("error").as_object();
    must(error.at("code").is_int64() && error.at("message").is_string() && error.at("data").is_object());
  }
  return object;
}

void check_profile(const mcp::Server& server, mcp::Needs needs, mcp::Revision revision, const std::string& id,
                   std::string_view body) {
  std::string end;
  const std::string_view constant = server.profile_result(needs, {revision, id}, mcp::kSmallMeta, end);
  const bj::object object = checked(std::string(constant) + end, id, body, false);
  const bj::object& result = object.at("result").as_object();
  const bool is_tool = needs == mcp::Needs::token_for_tool;
  const bj::object& part = result.at(is_tool ? "content" : "contents").as_array().at(0).as_object();
  const bj::value profile = bj::parse(part.at("text").as_string());
  must(std::string_view(profile.at("about").as_string()).contains(kOfTheProfile));
  const bool is_structured = is_tool && mcp::has_member("structuredContent", revision);
  must(result.contains("structuredContent") == is_structured);
  if (is_structured) must(profile == result.at("structuredContent"));
  checked(server.challenge_result({revision, id}, "a sentence", "Bearer scope=\"x\""), id, body, false);
}

void check_message(const mcp::Message& message, const mcp::RequestFields& fields, std::string_view body) {
  static const Host host;
  const auto revision = mcp::revision_of(message, fields);
  const std::string_view version = mcp::requested_version(message, fields);
  if (!revision) {
    checked(mcp::error_response(revision.error(), mcp::Revision::current(), message.id, version), message.id, body,
            true);
    return;
  }
  if (message.is_notification()) return;
  const mcp::Reply reply = host.server.answer(message, *revision);
  const std::string response = std::string(reply.constant) + reply.body;
  if (reply.fault || reply.needs != mcp::Needs::nothing) must(response.empty());
  if (reply.fault) {
    checked(mcp::error_response(*reply.fault, *revision, message.id, version), message.id, body, true);
  } else if (reply.needs != mcp::Needs::nothing) {
    must(host.server.needs(message) == reply.needs);
    check_profile(host.server, reply.needs, *revision, message.id, body);
  } else {
    checked(response, message.id, body, false);
    must(!response.contains(kOfTheProfile) || body.contains(kOfTheProfile));
  }
}

enum class Presence { required, optional, optional_object };

/// What clients fill in for a member that they leave out.
bool is_filler(const bj::value& value, Presence presence) {
  if (presence == Presence::required) return false;
  if (value.is_array()) return presence == Presence::optional_object && value.get_array().empty();
  return value.is_null() || (value.is_string() && value.get_string().empty());
}

/// `found` is what the message has for the member of `sent`, which may be null.
void check_member(const bj::value* sent, std::string_view name, const bj::value* found,
                  Presence presence = Presence::required) {
  const bj::object* const object = sent == nullptr ? nullptr : sent->if_object();
  const bj::value* value = object == nullptr ? nullptr : object->if_contains(name);
  if (value != nullptr && is_filler(*value, presence)) value = nullptr;
  must((found == nullptr) == (value == nullptr));
  if (value != nullptr) must(*found == *value);
}

void check_members(const mcp::Message& message, const bj::object& object) {
  must(message.method == std::string_view(object.at("method").as_string()));
  const bj::value* const params = object.if_contains("params");
  check_member(params, "name", message.params.name);
  check_member(params, "uri", message.params.uri);
  check_member(params, "cursor", message.params.cursor, Presence::optional);
  check_member(params, "protocolVersion", message.params.protocol_version);
  check_member(params, "arguments", message.params.arguments, Presence::optional_object);
  check_member(params, "_meta", message.params.meta, Presence::optional_object);
  check_member(message.params.meta, protocol::kMcpVersionKey, message.meta.version);
  check_member(message.params.meta, protocol::kMcpCapabilitiesKey, message.meta.capabilities);
}

void check_reading(const base::Result<mcp::Message, mcp::MessageError>& message, std::string_view body) {
  const auto value = json::read_json(body, {.max_depth = mcp::kMostDepth});
  if (message) return check_members(*message, value->as_object());
  using enum mcp::McpFault;
  const mcp::McpFault fault = message.error().fault;
  must(value.has_value() == (fault != not_json && fault != duplicate_member && fault != too_deep));
}

}  // namespace

AGENT_ACCESS_FUZZ_TARGET(mcp) {
  std::string_view body(reinterpret_cast<const char*>(data), size);
  const auto version = take_field(body);
  const auto method = take_field(body);
  const auto name = take_field(body);
  const auto message = mcp::read_message(body);
  check_reading(message, body);
  if (message) {
    check_message(*message, {.version = version, .method = method, .name = name}, body);
  } else {
    checked(mcp::error_response(message.error().fault, mcp::Revision::current(), message.error().id),
            message.error().id, body, true);
  }
}

}  // namespace agent_access::fuzz
