#include <algorithm>
#include <string_view>

#include "tools/proxies/gate_texts.hpp"
#include "tools/proxies/path_rule.hpp"

namespace agent_access::tools {
namespace {

/// What gated/path_form accepts, but for dot segments and empty ones, and without regard to case.
constexpr std::string_view kNormalForm =
    R"(^/([a-z0-9._~!$&'()*+,=:@/-]|%(2[0-46-9a-c]|3[ac-f]|40|5[bde]|60|7[b-d]|(c[2-9a-f]|d[0-9a-f]|e0%[ab][0-9a-f]|e[1-9a-cef]%[89ab][0-9a-f]|ed%[89][0-9a-f]|f0%[9ab][0-9a-f]%[89ab][0-9a-f]|f[1-3]%[89ab][0-9a-f]%[89ab][0-9a-f]|f4%8[0-9a-f]%[89ab][0-9a-f])%[89ab][0-9a-f]))*$)";
constexpr std::string_view kBrokenEscape = R"(%([^0-9a-f]|.[^0-9a-f]|.?$))";

/// HAProxy takes everything in single quotes as it is, but a single quote.
std::string haproxy_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') out += R"('\'')";
    if (c != '\'') out += c;
  }
  return out += '\'';
}

std::string haproxy_json(std::string_view status, std::string_view body) {
  return "status " + std::string(status) + " content-type application/json hdr Cache-Control no-store string " +
         haproxy_quoted(body);
}

std::string origins_of(const ProxySite& site) {
  std::string origins;
  for (const auto& host : site.hosts) origins += " " + origin_of(site, host);
  return origins;
}

/// What clients must not send, and which requests are gated: those with a decoded path at or below a prefix, without
/// regard to case, because the owner's server may decode and compare in its own way.
std::string gated_requests(const ProxySite& site) {
  return "  # Paths that servers read in different ways are refused, if they could lead into a gate.\n"
         "  acl agent_unreadable path -m reg -i " +
         haproxy_quoted(kBrokenEscape) + "\n  acl agent_unreadable path -m reg -i " + haproxy_quoted(kUnreadablePath) +
         "\n  acl agent_odd path -m reg -i " + haproxy_quoted(kOddPath) + "\n  acl agent_named path -m reg -i " +
         haproxy_quoted(named_path(site.gates)) +
         "\n  acl agent_http1 fc_http_major 1\n  acl agent_slash url_beg /\n  http-request return " +
         haproxy_json("400", ambiguous_path_body()) +
         " if agent_unreadable or agent_odd agent_named or agent_http1 !agent_slash\n"
         "  # Gated paths: HAProxy verifies the token itself; the service answers what is refused here.\n"
         "  http-request del-header ^x[-_]agent[-_] -m reg\n"
         "  http-request return " +
         haproxy_json("404", unknown_path_body()) +
         " if { path -m reg -i ^/oauth/gate(/|$) }\n"
         "  http-request set-var(txn.agent_gated) bool(true) if { path,url_dec -m reg -i " +
         haproxy_quoted(pattern_of_gates(site.gates)) +
         " }\n"
         "  acl agent_gated var(txn.agent_gated) -m bool\n"
         "  acl agent_normal path -m reg -i " +
         haproxy_quoted(kNormalForm) +
         "\n  http-request set-var(txn.agent_plain) bool(true) if agent_normal !agent_odd\n"
         "  acl agent_plain var(txn.agent_plain) -m bool\n";
}

/// The rules of docs/edge.md. No scope yet.
std::string token_rules(const ProxySite& site) {
  const auto origins = origins_of(site);
  return R"(  acl agent_one_token req.fhdr(Authorization) -m reg -i ^Bearer\ +[a-z0-9_-]+\.[a-z0-9_-]+\.[a-z0-9_-]+$
  http-request set-var(txn.agent_token) http_auth_bearer if agent_gated { req.fhdr_cnt(Authorization) eq 1 } agent_one_token
  http-request set-var(txn.agent_kid) var(txn.agent_token),jwt_header_query('$.kid')
  http-request set-var-fmt(txn.agent_key) /etc/haproxy/agent-access/%[var(txn.agent_kid)].pem
  http-request set-var(txn.agent_scope) var(txn.agent_token),jwt_payload_query('$.scope')
  http-request set-var-fmt(txn.agent_scopes) ' %[var(txn.agent_scope)] '
  http-request set-var(txn.agent_now) date()
  acl agent_type var(txn.agent_token),jwt_header_query('$.typ') -m str at+jwt
  acl agent_algorithm var(txn.agent_token),jwt_header_query('$.alg') -m str ES256
  acl agent_issuer var(txn.agent_token),jwt_payload_query('$.iss') -m str)" +
         origins + R"(
  acl agent_audience var(txn.agent_token),jwt_payload_query('$.aud[0]') -m str)" +
         origins + R"(
  acl agent_audience var(txn.agent_token),jwt_payload_query('$.aud[1]') -m str)" +
         origins + R"(
  acl agent_begun var(txn.agent_token),jwt_payload_query('$.nbf','int'),sub(txn.agent_now) le 0
  acl agent_nbf var(txn.agent_token),jwt_payload_query('$.nbf') -m found
  acl agent_alive var(txn.agent_token),jwt_payload_query('$.exp','int'),sub(txn.agent_now) gt 0
  acl agent_signature var(txn.agent_token),jwt_verify(ES256,txn.agent_key) -m int 1
  http-request set-var(txn.agent_good) bool(true) if agent_type agent_algorithm agent_issuer agent_audience agent_alive agent_signature !agent_nbf
  http-request set-var(txn.agent_good) bool(true) if agent_type agent_algorithm agent_issuer agent_audience agent_alive agent_signature agent_begun
  acl agent_good var(txn.agent_good) -m bool
)";
}

constexpr std::string_view kHaproxyBody =
    "  acl agent_body req.hdr(Content-Length) -m int gt 0\n"
    "  acl agent_body req.hdr(Transfer-Encoding) -m found\n";

std::string methods_of(const SiteGate& gate) {
  std::string methods;
  for (const auto& method : gate.methods) methods += " " + method;
  return methods;
}

/// The first gate that fits has the longest prefix. `number` begins with 1.
std::string gate_rules(const SiteGate& gate, const std::string& number) {
  const std::string pattern = haproxy_quoted(gate_pattern(gate));
  const std::string in_gate = "{ var(txn.agent_gate) -m int " + number + " } { path -m reg " + pattern + " }";
  const std::string passes = "  http-request set-var(txn.agent_open) bool(true) if agent_plain " + in_gate;
  std::string out = "  http-request set-var(txn.agent_gate) int(" + number + ") if { path,url_dec -m reg -i " +
                    pattern + " } !{ var(txn.agent_gate) -m found }\n";
  out +=
      "  acl agent_scope_" + number + " var(txn.agent_scopes) -m sub " + haproxy_quoted(" " + gate.scope + " ") + "\n";
  out += "  acl agent_method_" + number + " method" + methods_of(gate) + "\n";
  out += passes + " agent_good agent_scope_" + number + " agent_method_" + number + "\n";
  if (!gate.lists("OPTIONS")) return out;
  return out + passes +
         " METH_OPTIONS !agent_body { req.hdr(Origin) -m found } { req.hdr(Access-Control-Request-Method) -m found }\n";
}

std::string passed_fields() {
  return R"(  acl agent_open var(txn.agent_open) -m bool
  http-request set-header X-Agent-Client-Id %[var(txn.agent_token),jwt_payload_query('$.client_id')] if agent_open agent_good
  http-request set-header X-Agent-Scope %[var(txn.agent_scope)] if agent_open agent_good
  http-request set-header X-Agent-Token-Id %[var(txn.agent_token),jwt_payload_query('$.jti')] if agent_open agent_good
  http-request del-header Authorization if agent_open
  # No cache may give the response to others.
  http-response set-header Cache-Control 'private, no-cache' if { var(txn.agent_open) -m bool } !{ res.fhdr(Cache-Control) -m reg -i '(^|,)[ \t]*no-store[ \t]*(,|$)' }
  use_backend agent_access_refused if agent_gated !agent_open
  use_backend agent_access_site if agent_gated
)";
}

/// The refusal of a request with a body, which must not be sent to the service.
std::string body_refusal(const ProxySite& site, std::string_view status, std::string_view error,
                         std::string_view description) {
  const std::string challenge = "Bearer error=\"" + std::string(error) + "\", error_description=\"" +
                                std::string(description) + "\", resource_metadata=\"" +
                                origin_of(site, site.hosts.front()) + "/.well-known/oauth-protected-resource%[path]\"";
  const std::string body =
      R"({"error":")" + std::string(error) + R"(","error_description":")" + std::string(description) + "\"}";
  return "  http-request return status " + std::string(status) +
         " content-type application/json hdr Cache-Control no-store hdr WWW-Authenticate " + haproxy_quoted(challenge) +
         " string " + haproxy_quoted(body);
}

constexpr std::string_view kHaproxyUnits =
    R"(# Gated paths: HAProxy verifies tokens with keys that this command writes, now and later by a timer:
#   agent-access keys --pem --out /etc/haproxy/agent-access --config /etc/agent-access/agent-access.toml
# On another machine than the service: --jwks with the URL of /.well-known/jwks.json instead of --config.
# /etc/systemd/system/agent-access-keys.service:
#   [Unit]
#   Wants=network-online.target
#   After=network-online.target
#   [Service]
#   Type=oneshot
#   ExecStart=/usr/bin/agent-access keys --pem --out /etc/haproxy/agent-access --config /etc/agent-access/agent-access.toml
#   ExecStart=/bin/sh -c 'cd /etc/haproxy/agent-access && { cmp -s keys.cfg loaded || { systemctl reload-or-restart haproxy && cp keys.cfg loaded; }; }'
# /etc/systemd/system/agent-access-keys.timer, which systemctl enable --now agent-access-keys.timer starts:
#   [Timer]
#   OnBootSec=10s
#   OnUnitActiveSec=4min
#   AccuracySec=10s
#   [Install]
#   WantedBy=timers.target
# /etc/default/haproxy, so that HAProxy loads the keys:
#   EXTRAOPTS="-S /run/haproxy-master.sock -f /etc/haproxy/agent-access/keys.cfg"
)";

}  // namespace

std::string haproxy_gate_comment(const ProxySite& site) {
  return site.gates.empty() ? std::string() : std::string(kHaproxyUnits);
}

std::string haproxy_gate_rules(const ProxySite& site) {
  if (site.gates.empty()) return {};
  std::string out = gated_requests(site) + std::string(kHaproxyBody) + token_rules(site);
  std::size_t number = 0;
  for (const SiteGate& gate : site.gates) out += gate_rules(gate, std::to_string(++number));
  return out + passed_fields();
}

std::string haproxy_gate_backends(const ProxySite& site, const std::string& servers) {
  if (site.gates.empty()) return {};
  std::string out =
      "# What HAProxy refuses is put to the service as a question, whose refusal has the reason and counts the "
      "caller.\n"
      "backend agent_access_refused\n  http-error " +
      haproxy_json("503", unavailable_body()) + "\n  http-error " + haproxy_json("504", unavailable_body()) + "\n";
  out += kHaproxyBody;
  out +=
      "  timeout connect 500ms\n  timeout server 2s\n  retries 1\n"
      "  http-after-response set-status 503 if { status 504 }\n";
  out += "  http-request return " + haproxy_json("400", ambiguous_path_body()) +
         " if agent_body !{ var(txn.agent_plain) -m bool }\n";
  out += body_refusal(site, "403", "insufficient_scope", "The access token does not open this request") +
         " if agent_body { var(txn.agent_good) -m bool }\n";
  out += body_refusal(site, "401", "invalid_token", "The access token is missing or invalid") + " if agent_body\n";
  out += R"(  http-request set-header X-Forwarded-Method %[method]
  http-request set-header X-Forwarded-Uri %[pathq]
  http-request set-header X-Forwarded-Host %[req.hdr(Host)]
  http-request set-pathq /oauth/gate
  http-response return )" +
         haproxy_json("503", unavailable_body()) + " if { status 200 }\n  http-response del-header ^x-agent- -m reg\n";
  return out + servers + "\n";
}

}  // namespace agent_access::tools
