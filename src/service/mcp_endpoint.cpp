#include "service/mcp_endpoint.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "http/append.hpp"
#include "http/cors.hpp"
#include "http/media_type.hpp"
#include "http/problem.hpp"
#include "mcp/message.hpp"
#include "mcp/revision.hpp"
#include "mcp/server.hpp"
#include "publish/negotiation.hpp"
#include "service/authorization.hpp"
#include "service/gated_document.hpp"
#include "service/outcome/fault_table.hpp"
#include "service/rate_limit.hpp"

namespace agent_access::service {

namespace {

using mcp::Era;
using mcp::McpFault;

/// Of the text that append_profile_end() writes.
constexpr std::size_t kUsualEnd = 192;
constexpr std::string_view kMessageFields = http::joined<http::kJsonField, http::kNoStoreFields, http::kCorsFields>;
constexpr std::string_view kAcceptedFields = http::joined<http::kNoStoreFields, http::kCorsFields>;

/// The fields with one name.
struct Seen {
  std::string_view first = {};
  std::size_t count = 0;

  /// One of several fields agrees with nothing.
  [[nodiscard]] std::optional<std::string_view> only() const noexcept {
    if (count == 0) return std::nullopt;
    return count == 1 ? first : std::string_view();
  }
};

struct McpFields {
  Seen accept;
  Seen content_encoding;
  Seen content_type;
  Seen version;
  Seen method;
  Seen name;
};

Seen* find(McpFields& fields, std::string_view name) noexcept {
  struct Row {
    std::string_view name;
    Seen McpFields::* seen;
  };
  static constexpr std::array kRows = std::to_array<Row>({{"Accept", &McpFields::accept},
                                                          {"Content-Encoding", &McpFields::content_encoding},
                                                          {"Content-Type", &McpFields::content_type},
                                                          {"MCP-Protocol-Version", &McpFields::version},
                                                          {"Mcp-Method", &McpFields::method},
                                                          {"Mcp-Name", &McpFields::name}});
  const auto* const row =
      std::ranges::find_if(kRows, [name](const Row& each) { return http::equal_names(each.name, name); });
  return row == kRows.end() ? nullptr : &(fields.*row->seen);
}

/// All of them at once, because there are about ten fields in a request.
McpFields read_fields(const http::Request& request) noexcept {
  McpFields fields;
  for (const http::Field& field : request.fields) {
    Seen* const seen = find(fields, field.name);
    if (seen != nullptr && seen->count++ == 0) seen->first = field.value;
  }
  return fields;
}

/// Pages of the site itself may call it. Other origins may not, because DNS rebinding would let them reach a server
/// that they should not know (MCP, basic/transports/streamable-http, "Security & Endpoint").
bool is_own_origin(const Call& call) {
  const std::size_t count = call.request.count("Origin");
  if (count == 0) return true;
  const std::string_view origin = call.request.field("Origin");
  const auto& urls = call.context.snapshot->settings.base_urls;
  return count == 1 && std::ranges::any_of(urls, [origin](const auto& url) { return url.text() == origin; });
}

bool allows_json(const Seen& accept, const http::Request& request) {
  constexpr std::string_view kOfClients = "application/json, text/event-stream";
  if (accept.count == 0 || accept.first == kOfClients) return true;
  return accept.count == 1 ? publish::allows_json(accept.first) : publish::allows_json(request.list("Accept"));
}

/// A fault of HTTP, or nothing.
std::optional<McpFault> check_fields(const McpFields& fields, const http::Request& request) {
  if (!allows_json(fields.accept, request)) return McpFault::not_acceptable;
  if (fields.content_encoding.count > 0) return McpFault::content_encoding;
  const Seen& type = fields.content_type;
  const bool is_json = type.count == 1 && http::is_media_type(type.first, "application/json");
  return is_json ? std::nullopt : std::optional(McpFault::unsupported_media_type);
}

void refuse_message(McpFault fault, Era era, std::string_view id, std::string_view version, Call& call,
                    http::Response& response) {
  const mcp::McpProblem& problem = mcp::mcp_problem_of(fault);
  call.outcome.ending = fault;
  response.status = era == Era::legacy ? problem.legacy_status : problem.status;
  response.constant_fields = kMessageFields;
  if (fault == McpFault::unsupported_media_type) response.add_field("Accept", "application/json");
  response.body = mcp::error_response(fault, era, id, version);
}

/// `constant`: the beginning of the body, which the snapshot owns.
void begin_result(std::string_view constant, const Call& call, http::Response& response) {
  response.constant_fields = kMessageFields;
  response.keep_alive = call.context.hold;
  response.constant_body = constant;
}

/// A refusal that JSON-RPC has no code for: that of HTTP.
void refuse_by_status(const Ending& ending, const http::Problem& problem, std::string_view id, Call& call,
                      http::Response& response) {
  call.outcome.ending = ending;
  response.status = problem.status;
  response.constant_fields = kMessageFields;
  response.fields.append(problem.fields);
  response.body = mcp::refusal_response(problem.status, id, problem.error, problem.description);
}

/// What a resource or tool needs, and for which request.
struct Needed {
  mcp::Needs needs;
  std::size_t scope;
  std::string_view id;
};

/// The caller has no valid token, or one without the scope.
void challenge(oauth::BearerFault fault, const Needed& needed, Call& call, http::Response& response) {
  const std::string_view scope = call.context.snapshot->scopes.name(needed.scope);
  std::string text;
  const http::Problem problem = problem_of_token(fault, scope, text);
  const bool is_of_token = fault != oauth::BearerFault::unavailable;
  const std::string value = is_of_token ? mcp_challenge(problem, call.base_url(), scope) : std::string();
  const bool is_in_result = call.context.snapshot->settings.mcp.challenges_in_result;
  if (is_in_result && is_of_token && needed.needs == mcp::Needs::token_for_tool) {
    const mcp::Server& server = *call.context.snapshot->mcp_servers[call.host];
    call.outcome.ending = fault;
    response.constant_fields = kMessageFields;
    response.body = server.challenge_result(needed.id, problem.description, value);
    return;
  }
  if (is_of_token) response.add_field("WWW-Authenticate", value);
  refuse_by_status(fault, problem, needed.id, call, response);
}

void answer_profile(const mcp::Server& server, mcp::Needs needs, std::string_view id, Call& call,
                    http::Response& response) {
  const auto grant = authorize(call, oauth::kDefaultScope);
  if (!grant) return challenge(grant.error(), {needs, oauth::kDefaultScope, id}, call, response);
  call.outcome.client_id = grant->client_id();
  std::string end;
  end.reserve(kUsualEnd);
  append_profile_end(*grant, end);
  begin_result(server.profile_result(needs, id, end, response.body), call, response);
}

// --- Gated documents ---

/// The message was charged under the general limit, because only its body says what it reads. False: the document's own
/// limit refuses it.
bool charge_resource_limit(Call& call) {
  const limit::Policy& policy = call.context.snapshot->limits;
  const limit::ResourceLimit* const resource_limit = policy.resource_limit_of(call.outcome.gated);
  if (resource_limit == nullptr) return true;
  call.verdict = call.limiter.charge_resource_limit(policy, call.outcome.caller.address, call.monotonic.now(),
                                                    *resource_limit, call.verdict);
  return call.verdict->is_allowed();
}

/// What the message asked for.
struct Asked {
  std::string_view id;
  std::string_view uri;
  Era era;
};

void refuse_read(ReadFault fault, const Asked& asked, Call& call, http::Response& response) {
  if (fault == ReadFault::unavailable) {
    const auto of_http = RequestFault::document_unavailable;
    return refuse_by_status(of_http, problem_of(of_http), asked.id, call, response);
  }
  const McpFault of_message = fault == ReadFault::large ? McpFault::large_resource : McpFault::unknown_resource;
  refuse_message(of_message, asked.era, asked.id, {}, call, response);
}

/// In this order: limit, token, file. Without the scope the response is the same whether or not the file exists.
void answer_document(const mcp::Server& server, const Asked& asked, Call& call, http::Response& response) {
  const std::string_view target = asked.uri.substr(call.base_url().size());
  const std::size_t end = std::min(target.find('?'), target.size());
  const std::string_view path = target.substr(0, end);
  const content::Access& access = call.context.snapshot->settings.access;
  const auto document = access.document_at(path);
  if (!document) return refuse_message(McpFault::unknown_resource, asked.era, asked.id, {}, call, response);
  call.outcome.gated = *document;
  call.outcome.resource.assign(access.path_of(*document));
  if (!charge_resource_limit(call)) {
    response.add_field("Retry-After", http::Decimal(retry_after(*call.verdict)));
    return refuse_by_status(call.verdict->refused_by, problem_of(RequestFault::rate_limited), asked.id, call, response);
  }
  const std::size_t scope = access.documents[*document].scope;
  const auto grant = authorize(call, scope);
  if (!grant) {
    return challenge(grant.error(), {mcp::Needs::token_for_document, scope, asked.id}, call, response);
  }
  call.outcome.client_id = grant->client_id();
  const std::string_view query = end < target.size() ? target.substr(end + 1) : std::string_view();
  const auto contents = read_gated_document(call, path, query);
  if (!contents) return refuse_read(contents.error(), asked, call, response);
  begin_result({}, call, response);
  response.body = server.document_result(asked.id, asked.uri, *contents);
}

void answer_with_token(mcp::Needs needs, const Asked& asked, Call& call, http::Response& response) {
  const mcp::Server& server = *call.context.snapshot->mcp_servers[call.host];
  if (needs == mcp::Needs::token_for_document) return answer_document(server, asked, call, response);
  answer_profile(server, needs, asked.id, call, response);
}

}  // namespace

bool refuse_foreign_origin(Call& call, http::Response& response) {
  if (is_own_origin(call)) return false;
  refuse_message(McpFault::foreign_origin, Era::current, {}, {}, call, response);
  return true;
}

void answer_mcp(Call& call, http::Response& response) {
  const McpFields seen = read_fields(call.request);
  if (const auto fault = check_fields(seen, call.request))
    return refuse_message(*fault, Era::current, {}, {}, call, response);
  auto message = mcp::read_message(call.request.body);
  if (!message) return refuse_message(message.error().fault, Era::current, message.error().id, {}, call, response);
  const mcp::RequestFields fields = {
      .version = seen.version.only(), .method = seen.method.only(), .name = seen.name.only()};
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
  if (reply.needs != mcp::Needs::nothing) {
    return answer_with_token(reply.needs, {message->id, message->params.uri.text, *era}, call, response);
  }
  begin_result(reply.constant, call, response);
  response.body = std::move(reply.body);
}

}  // namespace agent_access::service
