#include "service/mcp_endpoint.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "http/cors.hpp"
#include "http/media_type.hpp"
#include "http/problem.hpp"
#include "mcp/message.hpp"
#include "mcp/revision.hpp"
#include "mcp/server.hpp"
#include "publish/negotiation.hpp"
#include "service/authorization.hpp"
#include "service/outcome/fault_table.hpp"

namespace agent_access::service {

namespace {

using mcp::Era;
using mcp::McpFault;

constexpr std::string_view kMessageFields = http::joined<http::kJsonField, http::kNoStoreFields, http::kCorsFields>;
constexpr std::string_view kAcceptedFields = http::joined<http::kNoStoreFields, http::kCorsFields>;

/// One of several fields with a name agrees with nothing.
std::optional<std::string_view> only_field(const http::Request& request, std::string_view name) {
  std::optional<std::string_view> value;
  for (const http::Field& field : request.fields) {
    if (!http::equal_names(field.name, name)) continue;
    value = value ? std::string_view() : field.value;
  }
  return value;
}

/// Pages of the site itself may call it. Other origins may not, because DNS rebinding would let them reach a server
/// that they should not know (MCP, basic/transports/streamable-http, "Security & Endpoint").
bool is_own_origin(const Call& call) {
  if (call.request.count("Origin") == 0) return true;
  const auto origin = only_field(call.request, "Origin");
  const auto& urls = call.context.snapshot->settings.base_urls;
  return std::ranges::any_of(urls, [&origin](const auto& url) { return url.text() == *origin; });
}

/// A fault of HTTP, or nothing.
std::optional<McpFault> check_fields(const Call& call) {
  const http::Request& request = call.request;
  if (!is_own_origin(call)) return McpFault::foreign_origin;
  if (request.count("Accept") > 0 && !publish::allows_json(request.field("Accept"))) return McpFault::not_acceptable;
  if (request.count("Content-Encoding") > 0) return McpFault::content_encoding;
  const bool is_json =
      request.count("Content-Type") == 1 && http::is_media_type(request.field("Content-Type"), "application/json");
  return is_json ? std::nullopt : std::optional(McpFault::unsupported_media_type);
}

void refuse_message(McpFault fault, Era era, std::string_view id, std::string_view version, Call& call,
                    http::Response& response) {
  const mcp::McpProblem& problem = mcp::mcp_problem_of(fault);
  call.outcome.ending = fault;
  response.status = era == Era::legacy ? problem.legacy_status : problem.status;
  response.constant_fields = kMessageFields;
  response.body = mcp::error_response(fault, id, version);
}

void send(mcp::Reply reply, Call& call, http::Response& response) {
  response.constant_fields = kMessageFields;
  response.keep_alive = call.context.hold;
  response.constant_body = reply.constant;
  response.body = std::move(reply.body);
}

/// The caller has no valid token.
void challenge(oauth::BearerFault fault, mcp::Needs needs, std::string_view id, Call& call, http::Response& response) {
  const http::Problem problem = problem_of(fault);
  const bool is_of_token = fault != oauth::BearerFault::unavailable;
  const std::string value = is_of_token ? mcp_challenge(fault, call.base_url()) : std::string();
  call.outcome.ending = fault;
  response.constant_fields = kMessageFields;
  const bool is_in_result = call.context.snapshot->settings.mcp.challenges_in_result;
  if (is_in_result && is_of_token && needs == mcp::Needs::token_for_tool) {
    const mcp::Server& server = *call.context.snapshot->mcp_servers[call.host];
    response.body = server.challenge_result(id, problem.description, value);
    return;
  }
  response.status = problem.status;
  if (is_of_token) response.add_field("WWW-Authenticate", value);
  if (problem.status == 503) response.add_field("Retry-After", "1");
  response.body = mcp::refusal_response(problem.status, id, problem.error, problem.description);
}

void answer_with_token(const mcp::Server& server, mcp::Needs needs, std::string_view id, Call& call,
                       http::Response& response) {
  const auto grant = authorize(call);
  if (!grant) return challenge(grant.error(), needs, id, call, response);
  call.outcome.client_id = grant->client_id();
  std::string end;
  append_profile_end(*grant, end);
  send(server.profile_result(needs, id, end), call, response);
}

}  // namespace

void answer_mcp(Call& call, http::Response& response) {
  if (const auto fault = check_fields(call)) return refuse_message(*fault, Era::current, {}, {}, call, response);
  auto message = mcp::read_message(call.request.body);
  if (!message) return refuse_message(message.error().fault, Era::current, message.error().id, {}, call, response);
  const mcp::RequestFields fields = {.version = only_field(call.request, "MCP-Protocol-Version"),
                                     .method = only_field(call.request, "Mcp-Method"),
                                     .name = only_field(call.request, "Mcp-Name")};
  const auto era = mcp::era_of(*message, fields);
  if (!era) {
    return refuse_message(era.error(), Era::current, message->id, mcp::requested_version(*message, fields), call,
                          response);
  }
  if (message->is_notification()) {
    if (!message->method.starts_with("notifications/")) {
      return refuse_message(McpFault::refused_notification, *era, {}, {}, call, response);
    }
    response.status = 202;
    response.constant_fields = kAcceptedFields;
    return;
  }
  const mcp::Server& server = *call.context.snapshot->mcp_servers[call.host];
  mcp::Reply reply = server.answer(*message, *era);
  if (reply.fault) return refuse_message(*reply.fault, *era, message->id, {}, call, response);
  if (reply.needs != mcp::Needs::nothing) return answer_with_token(server, reply.needs, message->id, call, response);
  send(std::move(reply), call, response);
}

}  // namespace agent_access::service
