#include "service/forward_auth.hpp"

#include <algorithm>

#include "base/uuid.hpp"
#include "http/fields.hpp"
#include "service/authorization.hpp"
#include "service/fault_table.hpp"
#include "site/content/path_form.hpp"
#include "site/publish/resource_metadata.hpp"

namespace agent_access::service {
namespace {

constexpr std::string_view kGatePath = "/oauth/gate";
constexpr std::string_view kPassFields = http::joined<http::kNoStoreFields, http::kCorsFields>;
/// Empty, so that a proxy that copies them replaces what a client wrote; Caddy 2.6 copies the name of its variable for
/// a field that is absent.
constexpr std::string_view kNobodyFields = "X-Agent-Client-Id: \r\nX-Agent-Scope: \r\nX-Agent-Token-Id: \r\n";
constexpr std::string_view kPreflightPassFields = http::joined<kPassFields, kNobodyFields>;

struct ForwardedFields {
  http::SingleField method{"X-Forwarded-Method"};
  http::SingleField uri{"X-Forwarded-Uri"};
  http::SingleField host{"X-Forwarded-Host"};

  explicit ForwardedFields(const http::Request& request) noexcept { request.find({&method, &uri, &host}); }
};

bool is_forward_auth(const http::Request& request, const Snapshot& snapshot) noexcept {
  return !snapshot.settings.access.gates.empty() && request.path.starts_with(kGatePath) &&
         (request.path.size() == kGatePath.size() || request.path[kGatePath.size()] == '/') &&
         snapshot.limits.trusted.contains(request.peer_address);
}

bool is_asked_preflight(const http::Request& request, std::string_view method) noexcept {
  return method == "OPTIONS" && request.count("Origin") > 0 && request.count("Access-Control-Request-Method") > 0;
}

bool lists(const content::Gate& gate, std::string_view method) noexcept {
  return std::ranges::find(gate.methods, method) != gate.methods.end();
}

void pass(const Call& call, const oauth::AccessGrant& grant, http::Response& response) {
  response.constant_fields = kPassFields;
  std::string& fields = response.fields;
  http::append(fields, "X-Agent-Client-Id: ", base::UuidText(grant.client_id()).view(), "\r\nX-Agent-Scope: ");
  call.context.snapshot->scopes.append_text(grant.scopes(), fields);
  fields.append("\r\nX-Agent-Token-Id: ");
  // The owner's key may have signed a `jti` with any characters; only a UUID becomes a field.
  if (grant.token_id()) fields.append(base::UuidText(*grant.token_id()).view());
  fields.append("\r\n");
}

void answer_at_gate(Call& call, const content::Gate& gate, http::Response& response) {
  const ForwardAuthRequest& forwarded = *call.forwarded;
  if (!lets_through(gate, forwarded.method)) {
    refuse(fault("method_not_allowed"), response);
    return response.add_field("Allow", allowed_methods(gate));
  }
  if (is_asked_preflight(call.request, forwarded.method)) {
    response.constant_fields = kPreflightPassFields;
    return;
  }
  const auto grant = authorize(call, gate.scope);
  if (grant) {
    call.outcome.client_id = grant->client_id();
    return pass(call, *grant, response);
  }
  const bool is_short = forwarded.path.size() <= publish::kLongestResource;
  refuse_token(call, grant.error(), is_short ? forwarded.path : std::string_view(gate.prefix), gate.scope, response);
}

}  // namespace

bool lets_through(const content::Gate& gate, std::string_view method) noexcept {
  return lists(gate, method) || (method == "HEAD" && lists(gate, "GET"));
}

std::string allowed_methods(const content::Gate& gate) {
  std::string text;
  for (const std::string& method : gate.methods) {
    text.append(text.empty() ? "" : ", ").append(method);
    if (method == "GET" && !lists(gate, "HEAD")) text.append(", HEAD");
  }
  return text;
}

std::optional<ForwardAuthRequest> read_forward_auth(const http::Request& request, const Snapshot& snapshot) noexcept {
  if (!is_forward_auth(request, snapshot)) return std::nullopt;
  const ForwardedFields fields(request);
  ForwardAuthRequest forwarded;
  if (fields.host.count < 2) forwarded.host = fields.host.count == 0 ? request.host : fields.host.value;
  if (request.path.size() > kGatePath.size()) {
    forwarded.is_well_formed = fields.method.count + fields.uri.count == 0;
    forwarded.method = http::method_name(request.method);
    forwarded.path = request.path.substr(kGatePath.size());
  } else {
    forwarded.is_well_formed = fields.method.count == 1 && fields.uri.count == 1;
    forwarded.method = fields.method.value;
    forwarded.path = fields.uri.value.substr(0, fields.uri.value.find('?'));
  }
  if (!forwarded.is_well_formed) forwarded.method = forwarded.path = {};
  forwarded.is_normal_path = content::is_normal_path(forwarded.path);
  return forwarded;
}

void note_forward_auth(const ForwardAuthRequest& forwarded, http::Outcome& outcome) noexcept {
  outcome.route = http::Route::gate;
  if (forwarded.host) outcome.caller.host.assign(*forwarded.host);
  outcome.asked_path.assign(forwarded.path);
}

void answer_forward_auth(Call& call, http::Response& response) {
  const ForwardAuthRequest& forwarded = *call.forwarded;
  if (!forwarded.is_well_formed) return refuse(fault("malformed_gate_question"), response);
  if (call.gate != nullptr) return answer_at_gate(call, *call.gate, response);
  refuse(forwarded.is_normal_path ? fault("ungated_path") : fault("ambiguous_path"), response);
}

void append_refusal_fields(http::Response& response) {
  if (response.status < 400) return;
  http::append(response.fields, "X-Agent-Status: ", http::Decimal(response.status),
               "\r\nX-Agent-Refusal: ", response.body, "\r\n");
}

}  // namespace agent_access::service
