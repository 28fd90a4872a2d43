#include "app/proxies/caddy_text.hpp"
#include "app/proxies/gate_texts.hpp"

namespace agent_access::app {
namespace {

/// A response that Caddy writes itself.
std::string caddy_response(const std::string& body, std::string_view status, const std::string& indent) {
  return indent + "header Content-Type application/json\n" + indent + "header Cache-Control no-store\n" + indent +
         "respond `" + body + "` " + std::string(status) + "\n";
}

/// `route`, because Caddy would otherwise remove the token before it asks.
std::string caddy_gate(const ProxySite& site, const SiteGate& gate, const std::string& name) {
  std::string out = "\t@" + name + " path " + gate.prefix + "*\n\thandle @" + name + " {\n\t\troute {\n";
  out += "\t\t\tforward_auth " + net::to_text(site.service) + " {\n\t\t\t\turi /oauth/gate\n";
  out += caddy_fields(site.field, "\t\t\t\t");
  out += "\t\t\t\tcopy_headers X-Agent-Client-Id X-Agent-Scope X-Agent-Token-Id\n\t\t\t}\n";
  out += "\t\t\trequest_header -Authorization\n";
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
  std::string out =
      "\t# Gated paths: Caddy asks the service whether the token of a request opens them.\n"
      "\trequest_header -X-Agent*\n\trequest_header -X_agent*\n"
      "\t@agent_access_questions path /oauth/gate /oauth/gate/*\n\thandle @agent_access_questions {\n" +
      caddy_response(unknown_path_body(), "404", "\t\t") + "\t}\n";
  std::string prefixes;
  std::size_t number = 0;
  for (const SiteGate& gate : site.gates) {
    out += caddy_gate(site, gate, "agent_access_gate_" + std::to_string(++number));
    prefixes += " " + gate.prefix + "*";
  }
  return out + "\thandle_errors {\n\t\t@agent_access_unasked {\n\t\t\tpath" + prefixes +
         "\n\t\t\texpression {err.status_code} in [502, 503, 504]\n\t\t}\n\t\thandle @agent_access_unasked {\n" +
         caddy_response(unavailable_body(), "503", "\t\t\t") + "\t\t}\n\t}\n";
}

}  // namespace agent_access::app
