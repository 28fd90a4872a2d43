#include "service/mcp_endpoint.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "json/local_memory.hpp"
#include "json/members.hpp"
#include "mcp/message.hpp"
#include "mcp/revision.hpp"
#include "mcp/server.hpp"
#include "service/authorization.hpp"
#include "service/fault_table.hpp"
#include "site/documents/paths.hpp"
#include "site/publish/negotiation.hpp"

namespace agent_access::service {
namespace {

using mcp::McpFault;
using mcp::Needs;
using mcp::Revision;

/// The usual size of the text that append_profile_end() writes.
constexpr std::size_t kUsualEnd = 192;
constexpr std::string_view kMessageFields = http::joined<http::kJsonField, http::kNoStoreFields, http::kCorsFields>;

struct McpFields {
  http::SingleField accept{"Accept"};
  http::SingleField content_encoding{"Content-Encoding"};
  http::SingleField content_type{"Content-Type"};
  http::SingleField version{"MCP-Protocol-Version"};
  http::SingleField method{"Mcp-Method"};
  http::SingleField name{"Mcp-Name"};

  explicit McpFields(const http::Request& request) noexcept {
    request.find({&accept, &content_encoding, &content_type, &version, &method, &name});
  }
};

bool allows_json(const http::SingleField& accept, const http::Request& request) {
  constexpr std::string_view kOfClients = "application/json, text/event-stream";
  if (accept.count == 0 || accept.value == kOfClients) return true;
  return accept.count == 1 ? publish::allows_json(accept.value) : publish::allows_json(request.list("Accept"));
}

/// A fault of HTTP, or nothing.
std::optional<McpFault> check_fields(const McpFields& fields, const http::Request& request) {
  if (!allows_json(fields.accept, request)) return McpFault::not_acceptable;
  if (fields.content_encoding.count > 0 && http::has_content_coding(request)) return McpFault::content_encoding;
  const std::string_view type = fields.content_type.without_repeats().value_or("");
  const bool is_json = http::is_media_type(type, "application/json");
  return is_json ? std::nullopt : std::optional(McpFault::unsupported_media_type);
}

/// One message and its answer: what every step needs to refuse or to complete it.
struct McpExchange {
  Call& call;
  http::Response& response;
  Revision revision = Revision::current();  ///< of the message, once it is known
  std::string_view id = {};                 ///< of the message, as JSON text; empty until it is known
  std::string_view version = {};            ///< that a refused message asks for
  Grant grant = base::Failure(oauth::BearerFault::missing_token);

  /// The server of the host.
  [[nodiscard]] const mcp::Server& server() const { return *call.site().mcp_server; }
  [[nodiscard]] mcp::Asked asked() const noexcept { return {revision, id}; }

  void refuse(McpFault fault) {
    const mcp::McpProblem& problem = mcp::mcp_problem_of(fault);
    call.outcome.fault = &problem.row;
    response.status = revision.is_current() ? problem.row.status : problem.legacy_status;
    response.constant_fields = kMessageFields;
    if (fault == McpFault::unsupported_media_type) response.add_field("Accept", "application/json");
    response.body = mcp::error_response(fault, revision, id, version);
  }

  /// A refusal that JSON-RPC has no code for: that of HTTP.
  void refuse(const http::Fault& fault, std::string_view description) {
    call.outcome.fault = &fault;
    response.status = fault.status;
    response.constant_fields = kMessageFields;
    response.fields.append(fault.fields);
    response.body = mcp::refusal_response(fault.status, id, fault.error, description);
  }

  /// `constant`: the beginning of the body, which the snapshot owns; the end is in the body.
  void complete(std::string_view constant) {
    response.constant_fields = kMessageFields;
    response.body_owner = call.context.hold;
    response.constant_body = constant;
  }
};

/// The caller has no valid token, or one without the scope.
void challenge(McpExchange& exchange, oauth::BearerFault fault, Needs needs, std::size_t scope) {
  Call& call = exchange.call;
  const Snapshot& snapshot = *call.context.snapshot;
  const http::Fault& row = fault_of(fault);
  const Description parts = description_of(call, fault, scope);
  const std::string description = std::string(parts.start).append(parts.end);
  if (fault == oauth::BearerFault::unavailable) return exchange.refuse(row, description);
  std::string value;
  append_challenge(
      row, parts,
      {.base_url = call.base_url(), .metadata_path = documents::kMcpResourcePath, .scope = snapshot.scopes.name(scope)},
      value);
  if (needs != Needs::token_for_tool || !snapshot.settings.mcp.challenges_in_result) {
    exchange.response.add_field("WWW-Authenticate", value);
    return exchange.refuse(row, description);
  }
  call.outcome.fault = &row;
  exchange.complete({});
  exchange.response.body = exchange.server().challenge_result(exchange.asked(), description, value);
}

void send_profile(McpExchange& exchange, Needs needs) {
  Call& call = exchange.call;
  const Grant grant = with_scope(exchange.grant, oauth::kDefaultScope);
  if (!grant) return challenge(exchange, grant.error(), needs, oauth::kDefaultScope);
  call.outcome.client_id = grant->client_id();
  std::string end;
  end.reserve(kUsualEnd);
  append_profile_end(*grant, end);
  exchange.complete(exchange.server().profile_result(needs, exchange.asked(), end, exchange.response.body));
}

void send_gated_document(McpExchange& exchange, std::string_view asked) {
  Call& call = exchange.call;
  const std::string uri = mcp::listed_spelling(asked);
  const Snapshot& snapshot = *call.context.snapshot;
  const auto* const found = snapshot.settings.access.document_at(std::string_view(uri).substr(call.base_url().size()));
  if (found == nullptr) return exchange.refuse(McpFault::unknown_resource);
  const content::GatedDocument& document = *found;
  call.outcome.resource.assign(document.path);
  const Grant grant = with_scope(exchange.grant, document.scope);
  if (!grant) return challenge(exchange, grant.error(), Needs::token_for_document, document.scope);
  call.outcome.client_id = grant->client_id();
  const std::string& bytes = snapshot.file_of(document).body;
  if (bytes.size() > mcp::kMostFileBytes) return exchange.refuse(McpFault::large_resource);
  exchange.complete({});
  exchange.response.body = exchange.server().document_result(exchange.asked(), asked, {document.media_type, bytes});
}

void send_gated(McpExchange& exchange, Needs needs, const mcp::Message& message) {
  if (needs == Needs::token_for_document) {
    return send_gated_document(exchange, json::as_text(message.params.uri).value_or(""));
  }
  send_profile(exchange, needs);
}

void answer_request(McpExchange& exchange, const mcp::Message& message) {
  mcp::Reply reply = exchange.server().answer(message, exchange.revision);
  if (reply.fault) return exchange.refuse(*reply.fault);
  if (reply.needs != Needs::nothing) return send_gated(exchange, reply.needs, message);
  exchange.complete(reply.constant);
  exchange.response.body = std::move(reply.body);
}

/// Reads the token, if this service issues some. Whether it is one that must be refused, whatever the message asks for
/// (MCP 2026-07-28, basic/authorization, "Token Handling").
bool has_wrong_token(McpExchange& exchange) {
  const Call& call = exchange.call;
  if (!call.context.snapshot->settings.issues_tokens()) return false;
  const bool is_there = oauth::has_credentials(call.request.single("Authorization").value);
  if (!is_there) return false;
  exchange.grant = authenticate(exchange.call);
  return !exchange.grant;
}

/// What needs a token is refused as without one, anything else as the profile is.
void refuse_wrong_token(McpExchange& exchange, const mcp::Message* request) {
  const Needs needs = request == nullptr ? Needs::nothing : exchange.server().needs(*request);
  if (needs != Needs::nothing) return send_gated(exchange, needs, *request);
  challenge(exchange, exchange.grant.error(), Needs::nothing, oauth::kDefaultScope);
}

/// Notes what the fields and the message say of its revision.
base::Result<Revision, McpFault> read_revision(McpExchange& exchange, const McpFields& fields,
                                               const mcp::Message& message) {
  const mcp::RequestFields repeated = {.version = fields.version.without_repeats(),
                                       .method = fields.method.without_repeats(),
                                       .name = fields.name.agreed()};
  const auto revision = mcp::revision_of(message, repeated);
  if (revision) {
    exchange.revision = *revision;
  } else {
    exchange.version = mcp::requested_version(message, repeated);
  }
  return revision;
}

}  // namespace

/// Pages of the site itself may call it. Other origins may not unless the owner allows them, because DNS rebinding
/// would let them reach a server that they should not know (MCP, basic/transports/streamable-http).
bool refuse_foreign_origin(Call& call, http::Response& response) {
  const auto origin = call.request.single("Origin").without_repeats();
  if (!origin) return false;
  const auto& urls = call.context.snapshot->settings.base_urls;
  if (std::ranges::any_of(urls, [&origin](const auto& url) { return url.text() == *origin; })) return false;
  const auto& allowed = call.context.snapshot->settings.mcp.allowed_origins;
  if (std::ranges::any_of(allowed, [&origin](const auto& each) { return each == "*" || each == *origin; }))
    return false;
  McpExchange{call, response}.refuse(McpFault::foreign_origin);
  return true;
}

void answer_mcp(Call& call, http::Response& response) {
  McpExchange exchange{call, response};
  const McpFields fields(call.request);
  if (const auto fault = check_fields(fields, call.request)) return exchange.refuse(*fault);
  json::LocalMemory memory;
  const auto message = mcp::read_message(call.request.body, &memory);
  exchange.id = message ? message->id : message.error().id;
  const auto revision = message ? read_revision(exchange, fields, *message) : base::Failure(message.error().fault);
  const bool is_request = revision && !message->is_notification();
  if (has_wrong_token(exchange)) return refuse_wrong_token(exchange, is_request ? &*message : nullptr);
  if (!revision) return exchange.refuse(revision.error());
  if (is_request) return answer_request(exchange, *message);
  if (!message->method.starts_with("notifications/")) return exchange.refuse(McpFault::refused_notification);
  response.status = 202;
  response.constant_fields = kAcceptedFields;
}

}  // namespace agent_access::service
