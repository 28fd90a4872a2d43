#include "tools/proxies/caddy_text.hpp"
#include "tools/proxies/gate_texts.hpp"
#include "tools/proxies/path_rule.hpp"

namespace agent_access::tools {
namespace {

/// A response that Caddy writes itself.
std::string caddy_response(const std::string& body, std::string_view status, const std::string& indent) {
  return indent + "header Content-Type application/json\n" + indent + "header Cache-Control no-store\n" + indent +
         "respond `" + body + "` " + std::string(status) + "\n";
}

/// Caddy removes the fields that Connection names, those of the service too. A preflight has no body. And what a passed
/// response says to caches.
constexpr std::string_view kCaddyFields =
    "\t@agent_access_connection header_regexp Connection (?i)x.agent\n"
    "\trequest_header @agent_access_connection -Connection\n"
    "\t@agent_access_body header_regexp Content-Length [1-9]\n"
    "\trequest_header @agent_access_body -Access-Control-Request-Method\n"
    "\tmap {http.response.header.Cache-Control} {agent_access_cache} {\n"
    "\t\t`~(?i)(^|,)\\s*no-store\\s*(,|$)` no-store\n"
    "\t\tdefault \"private, no-cache\"\n"
    "\t}\n";

/// A rewrite comes before every `handle`, those of the owner too. RE2 sees a byte that is not UTF-8 as U+FFFD, and
/// without regard to case the Kelvin sign is also "k".
std::string caddy_path_rule(const ProxySite& site) {
  std::string out = "\t# Paths that servers read in different ways are refused, if they could lead into a gate.\n";
  out += "\tmap {http.request.orig_uri} {agent_access_odd_form} {\n";
  out.append("\t\t`~(?i)^[^?]*(").append(kOddPath).append(")` 1\n");
  out += "\t\tdefault 0\n\t}\n\tmap {agent_access_odd_form}{http.request.orig_uri} {agent_access_odd_path} {\n";
  out += "\t\t`~^.[^/]` 1\n";
  out.append("\t\t`~(?i)^[^?]*(").append(kUnreadablePath).append("|\\x{FFFD}|(?-i:\\x{212A}))` 1\n");
  out.append("\t\t`~(?i)^1[^?]*").append(named_path(site.gates)).append("` 1\n");
  out += "\t\tdefault 0\n\t}\n\t@agent_access_odd_path vars {agent_access_odd_path} 1\n";
  out += "\trewrite @agent_access_odd_path /oauth/odd-path\n";
  out += "\t@agent_access_refused_path path /oauth/odd-path\n\thandle @agent_access_refused_path {\n";
  return out + caddy_response(ambiguous_path_body(), "400", "\t\t") + "\t}\n";
}

/// Caddy 2.6 does not see that a request has a chunked body; this one is cut off at its second byte.
constexpr std::string_view kCaddyPreflight =
    "\t\t\t@options method OPTIONS\n"
    "\t\t\trequest_body @options {\n"
    "\t\t\t\tmax_size 1\n"
    "\t\t\t}\n";

/// `route`, because Caddy would otherwise remove the token before it asks.
std::string caddy_gate(const ProxySite& site, const SiteGate& gate, const std::string& name) {
  std::string out =
      "\t@" + name + " path_regexp `(?i)" + gate_pattern(gate) + "`\n\thandle @" + name + " {\n\t\troute {\n";
  if (gate.lists("OPTIONS")) out += kCaddyPreflight;
  out += "\t\t\tforward_auth " + net::to_text(site.service) + " {\n\t\t\t\turi /oauth/gate\n";
  out += caddy_fields(site.field, "\t\t\t\t");
  out += "\t\t\t\tcopy_headers X-Agent-Client-Id X-Agent-Scope X-Agent-Token-Id\n";
  out +=
      "\t\t\t\ttransport http {\n\t\t\t\t\tdial_timeout 500ms\n\t\t\t\t\tresponse_header_timeout "
      "2s\n\t\t\t\t}\n\t\t\t}\n";
  out += "\t\t\trequest_header -Authorization\n";
  out += "\t\t\t# No cache may give the response to others.\n";
  out += "\t\t\theader {\n\t\t\t\tCache-Control {agent_access_cache}\n\t\t\t\tdefer\n\t\t\t}\n";
  if (gate.is_for_reading()) {
    return out +
           "\t\t\t# The folder of your site that has this path; or a server of yours: reverse_proxy 127.0.0.1:8081\n"
           "\t\t\troot * /var/www/site\n\t\t\tfile_server\n\t\t}\n\t}\n";
  }
  return out + "\t\t\t# Your server for this path:\n\t\t\treverse_proxy 127.0.0.1:8081\n\t\t}\n\t}\n";
}

}  // namespace

std::string caddy_gates(const ProxySite& site) {
  if (site.gates.empty()) return {};
  std::string out = caddy_path_rule(site) +
                    "\t# Gated paths: Caddy asks the service whether the token of a request opens them.\n"
                    "\trequest_header -X-Agent*\n\trequest_header -X_agent*\n" +
                    std::string(kCaddyFields) +
                    "\t@agent_access_questions path /oauth/gate /oauth/gate/*\n\thandle @agent_access_questions {\n" +
                    caddy_response(unknown_path_body(), "404", "\t\t") + "\t}\n";
  std::size_t number = 0;
  for (const SiteGate& gate : site.gates) {
    out += caddy_gate(site, gate, "agent_access_gate_" + std::to_string(++number));
  }
  return out + "\thandle_errors {\n\t\t@agent_access_unasked {\n\t\t\tpath_regexp `(?i)" +
         pattern_of_gates(site.gates) +
         "`\n\t\t\texpression {err.status_code} in [502, 503, 504]\n\t\t}\n\t\thandle @agent_access_unasked {\n" +
         caddy_response(unavailable_body(), "503", "\t\t\t") + "\t\t}\n\t}\n";
}

}  // namespace agent_access::tools
