#include <array>
#include <string_view>

#include "tools/proxies/gate_texts.hpp"
#include "tools/proxies/nginx_text.hpp"
#include "tools/proxies/path_rule.hpp"

namespace agent_access::tools {
namespace {

/// A client that requests /oauth/gate itself is not answered. Of its request, the question has these fields only.
constexpr std::string_view kNginxQuestion =
    "  if ($agent_access_odd_path) { rewrite ^ /oauth/odd-path last; }\n"
    "  # Gated paths: nginx asks the service whether the token of a request opens them.\n"
    "  location ^~ /oauth/gate {\n"
    "    internal;\n"
    "    error_page 404 = @agent_access_unknown;\n"
    "    proxy_pass http://agent_access/oauth/gate;\n"
    "    # Of the upload that the question is about, which is not sent here:\n"
    "    client_max_body_size 0;\n"
    "    proxy_pass_request_body off;\n"
    "    proxy_pass_request_headers off;\n"
    "    proxy_connect_timeout 500ms;\n"
    "    proxy_read_timeout 2s;\n";

constexpr std::string_view kNginxQuestionFields =
    "    proxy_set_header Content-Length \"\";\n"
    "    proxy_set_header X-Forwarded-Host $http_host;\n"
    "    proxy_set_header X-Forwarded-Method $request_method;\n"
    "    proxy_set_header X-Forwarded-Uri $request_uri;\n"
    "    proxy_set_header Authorization $http_authorization;\n"
    "    proxy_set_header Origin $http_origin;\n"
    "    proxy_set_header Access-Control-Request-Method $agent_access_preflight;\n"
    "    proxy_set_header User-Agent $http_user_agent;\n"
    "  }\n";

/// What a passed response says to caches; and the field of a preflight, which has no body.
constexpr std::string_view kNginxMaps =
    "map $upstream_http_cache_control $agent_access_cache {\n"
    "  default \"private, no-cache\";\n"
    "  \"~*(^|,)\\s*no-store\\s*(,|$)\" no-store;\n"
    "}\n"
    "map \"$http_content_length:$http_transfer_encoding\" $agent_access_preflight {\n"
    "  default \"\";\n"
    "  ~^0*:$ $http_access_control_request_method;\n"
    "}\n";

/// Variable of nginx, and the field of the service's response that it holds.
struct AnswerField {
  std::string_view name;
  std::string_view field;
};

/// What a passed request and a refusal need of the service's response.
constexpr std::array kAnswerFields = {
    AnswerField{"client_id", "x_agent_client_id"},
    AnswerField{"scope", "x_agent_scope"},
    AnswerField{"token_id", "x_agent_token_id"},
    AnswerField{"status", "x_agent_status"},
    AnswerField{"refusal", "x_agent_refusal"},
    AnswerField{"challenge", "www_authenticate"},
    AnswerField{"allow", "allow"},
    AnswerField{"retry_after", "retry_after"},
    AnswerField{"ratelimit", "ratelimit"},
    AnswerField{"ratelimit_policy", "ratelimit_policy"},
};

constexpr std::array<std::string_view, 6> kRefusedStatuses = {"400", "401", "403", "405", "421", "429"};

/// HSTS again: a location with own fields inherits none.
std::string nginx_hsts(const ProxySite& site) {
  const auto hsts = hsts_of(site);
  return hsts.empty() ? "" : "    add_header Strict-Transport-Security \"" + hsts + "\" always;\n";
}

/// All fields, because a location that sets one inherits none.
std::string nginx_owner_fields(const ProxySite& site) {
  return nginx_indented(nginx_proxy_fields(site.field)) +
         "    proxy_set_header X-Agent-Client-Id $agent_access_client_id;\n"
         "    proxy_set_header X-Agent-Scope $agent_access_scope;\n"
         "    proxy_set_header X-Agent-Token-Id $agent_access_token_id;\n"
         "    proxy_set_header Authorization \"\";\n";
}

std::string nginx_gate(const ProxySite& site, const SiteGate& gate) {
  std::string out = "  location ~* " + gate_pattern(gate) + " {\n    auth_request /oauth/gate;\n";
  for (const auto& [name, field] : kAnswerFields) {
    out.append("    auth_request_set $agent_access_").append(name).append(" $upstream_http_").append(field) += ";\n";
  }
  out += "    error_page 401 403 500 = @agent_access_refused;\n" + nginx_owner_fields(site) +
         "    # No cache may give the response to others.\n"
         "    expires off;\n"
         "    proxy_hide_header Cache-Control;\n"
         "    add_header Cache-Control $agent_access_cache always;\n" +
         nginx_hsts(site);
  if (gate.is_for_reading()) {
    return out +
           "    # The folder of your site that has this path; or a server of yours: proxy_pass http://127.0.0.1:8081;\n"
           "    root /var/www/site;\n  }\n";
  }
  return out +
         "    # Your server for this path:\n    client_max_body_size 0;\n    proxy_request_buffering off;\n"
         "    proxy_pass http://127.0.0.1:8081;\n  }\n";
}

/// The fields of a response that nginx writes itself.
std::string nginx_response_fields(const ProxySite& site) {
  return "    add_header Cache-Control no-store always;\n"
         "    add_header X-Content-Type-Options nosniff always;\n"
         "    add_header Access-Control-Allow-Origin * always;\n" +
         nginx_hsts(site);
}

/// A location for a response that nginx writes itself.
std::string nginx_response(const ProxySite& site, std::string_view name, std::string_view status,
                           const std::string& body) {
  std::string out = "  location ";
  out.append(name).append(" {\n    default_type application/json;\n").append(nginx_response_fields(site));
  return out.append("    return ").append(status).append(" '").append(body).append("';\n  }\n");
}

/// The refusal of the service with its status; of nginx itself, such as for a folder without an index, after the
/// request had passed; and where the service gave no response.
std::string nginx_refusals(const ProxySite& site) {
  std::string out = "  location @agent_access_refused {\n    default_type application/json;\n" +
                    nginx_response_fields(site) +
                    "    add_header Access-Control-Expose-Headers \"Retry-After, RateLimit, RateLimit-Policy, "
                    "WWW-Authenticate\" always;\n"
                    "    add_header WWW-Authenticate $agent_access_challenge always;\n"
                    "    add_header Allow $agent_access_allow always;\n"
                    "    add_header Retry-After $agent_access_retry_after always;\n"
                    "    add_header RateLimit $agent_access_ratelimit always;\n"
                    "    add_header RateLimit-Policy $agent_access_ratelimit_policy always;\n";
  // nginx itself passes on the challenge of a 401.
  out += "    if ($agent_access_status = 401) { set $agent_access_challenge \"\"; }\n";
  for (const auto status : kRefusedStatuses) {
    out.append("    if ($agent_access_status = ").append(status).append(") { return ").append(status);
    out += " $agent_access_refusal; }\n";
  }
  out += "    if ($agent_access_client_id) { return 403; }\n    return 503 '" + unavailable_body() + "';\n  }\n";
  return out + nginx_response(site, "@agent_access_unknown", "404", unknown_path_body()) +
         nginx_response(site, "= /oauth/odd-path", "400", ambiguous_path_body());
}

}  // namespace

std::string nginx_gate_maps(const ProxySite& site) {
  if (site.gates.empty()) return {};
  std::string out = "# Paths that servers read in different ways are refused, if they could lead into a gate.\n";
  out += "map $request_uri $agent_access_odd_form {\n  default 0;\n";
  out.append("  \"~*^[^?]*(").append(kOddPath).append(")\" 1;\n}\n");
  out += "map $agent_access_odd_form$request_uri $agent_access_odd_path {\n  default 0;\n";
  out.append("  \"~*^[^?]*(").append(kUnreadablePath).append("|[\\xc0\\xc1]|\\xe2\\x84\\xaa)\" 1;\n");
  out.append("  \"~*^1[^?]*").append(named_path(site.gates)).append("\" 1;\n}\n");
  return out.append(kNginxMaps);
}

std::string nginx_gates(const ProxySite& site) {
  if (site.gates.empty()) return {};
  std::string out(kNginxQuestion);
  out.append(nginx_indented(nginx_proxy_fields(site.field))).append(kNginxQuestionFields);
  for (const SiteGate& gate : site.gates) out += nginx_gate(site, gate);
  return out + nginx_refusals(site) + "\n";
}

}  // namespace agent_access::tools
