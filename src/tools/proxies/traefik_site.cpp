#include <string_view>

#include "tools/proxies/path_rule.hpp"
#include "tools/proxies/renderers.hpp"

namespace agent_access::tools {
namespace {

constexpr std::string_view kTraefikCertificates =
    "#   certificatesResolvers:\n"
    "#     letsencrypt: { acme: { email: you@example.com, storage: /var/lib/traefik/acme.json, "
    "httpChallenge: { entryPoint: web } } }\n";

/// The entry point at which the site is served.
std::string_view traefik_entry(const ProxySite& site) noexcept { return site.is_tls ? "websecure" : "web"; }

std::string traefik_comment(const ProxySite& site) {
  const std::string address =
      (site.is_tls ? "" : std::string(loopback_of(site.hosts.front()))) + ":" + site.port + "\" }\n";
  std::string out = "# A site for Traefik " + std::string(site.gates.empty() ? "2 or 3" : "3") +
                    ": a file of the file provider. The static configuration (/etc/traefik/traefik.yml) has:\n"
                    "#   entryPoints:\n";
  if (site.is_tls) out += "#     web: { address: \":80\" }\n";
  out.append("#     ").append(traefik_entry(site)).append(": { address: \"").append(address);
  if (site.is_tls) out += kTraefikCertificates;
  return out += "#   providers: { file: { directory: /etc/traefik/dynamic } }\n";
}

/// In a scalar in single quotes: hosts and paths that are written here contain no quote of either kind.
std::string traefik_hosts(const ProxySite& site) {
  std::string rule;
  for (const auto& host : site.hosts) rule.append(rule.empty() ? "Host(`" : " || Host(`").append(host).append("`)");
  return rule;
}

/// Traefik 2 and 3 differ in how they compare an encoded path, and in '{' of a pattern.
bool is_traefik_path(const std::string& path) noexcept { return path.find_first_of("%'`{}\\") == std::string::npos; }

std::string traefik_rule(const ProxySite& site, std::vector<std::string>& omitted) {
  if (site.has_pages) return "'" + traefik_hosts(site) + "'";
  std::string rule = ">-\n        (" + traefik_hosts(site) + ") &&\n        (";
  for (const auto& prefix : site.prefixes) {
    if (&prefix != &site.prefixes.front()) rule += " || ";
    rule += "PathPrefix(`" + prefix + "`)";
  }
  for (const auto& path : site.paths) {
    if (is_traefik_path(path)) rule += " ||\n        Path(`" + path + "`)";
    if (!is_traefik_path(path)) omitted.push_back(path);
  }
  return rule += ")";
}

struct TraefikRouter {
  std::string_view name;
  std::string_view service;
  std::string_view middlewares = "agent-access-fields";
  std::string_view priority = {};  ///< empty: by the length of the rule
};

std::string traefik_router(const ProxySite& site, const TraefikRouter& router, const std::string& rule) {
  std::string out = "    ";
  out.append(router.name).append(":\n      entryPoints: [").append(traefik_entry(site)).append("]\n      rule: ");
  out.append(rule).append("\n");
  if (!router.priority.empty()) out.append("      priority: ").append(router.priority).append("\n");
  out.append("      middlewares: [").append(router.middlewares).append("]\n      service: ");
  out.append(router.service).append("\n");
  if (site.is_tls) out += "      tls: { certResolver: letsencrypt }\n";
  return out;
}

std::string traefik_redirect(const ProxySite& site) {
  return "    agent-access-redirect:\n      entryPoints: [web]\n      rule: '" + traefik_hosts(site) +
         "'\n      middlewares: [agent-access-https]\n      service: agent-access\n";
}

/// Requests at or below a prefix in any letter case, and those that path_rule.hpp names, which the service refuses.
/// Traefik compares the path that it has decoded.
constexpr std::string_view kControls = R"([\x00-\x1f\x7f])";

std::string traefik_gate_rule(const ProxySite& site) {
  return ">-\n        (" + traefik_hosts(site) + ") &&\n        (PathRegexp(`(?i)" + pattern_of_gates(site.gates) +
         "`) ||\n        PathRegexp(`(?i)" + std::string(kUnreadablePath) + "|" + std::string(kControls) +
         "`) ||\n        (PathRegexp(`" + std::string(kOddPath) + "|%`) && PathRegexp(`(?i)" + named_path(site.gates) +
         "`)))";
}

/// /oauth/gate from outside goes to a path that does not exist.
std::string traefik_gate_routers(const ProxySite& site) {
  if (site.gates.empty()) return {};
  return traefik_router(
             site, {"agent-access-questions", "agent-access", "agent-access-fields, agent-access-unknown", "100001"},
             "'(" + traefik_hosts(site) + ") && PathRegexp(`(?i)^/oauth/gate(/|$)`)'") +
         "    # Gated paths: Traefik asks the service whether the token of a request opens them.\n" +
         traefik_router(site,
                        {"agent-access-gates", "agent-access-site",
                         "agent-access-fields, agent-access-gate, agent-access-passed", "100000"},
                        traefik_gate_rule(site));
}

/// authResponseHeaders replace those of clients.
std::string traefik_gate_middlewares(const ProxySite& site) {
  if (site.gates.empty()) return {};
  return "    agent-access-unknown:\n      replacePath: { path: /oauth/unknown }\n"
         "    agent-access-gate:\n      forwardAuth:\n        address: \"http://" +
         net::to_text(site.service) +
         "/oauth/gate\"\n        trustForwardHeader: false\n"
         "        authRequestHeaders: [Authorization, Origin, Access-Control-Request-Method, User-Agent]\n"
         "        authResponseHeaders: [X-Agent-Client-Id, X-Agent-Scope, X-Agent-Token-Id]\n"
         "    agent-access-passed:\n      headers:\n        customRequestHeaders: { Authorization: \"\", "
         "X_Agent_Client_Id: \"\", X_Agent_Scope: \"\", "
         "X_Agent_Token_Id: \"\" }\n"
         "        # No cache may give the response to others.\n"
         "        customResponseHeaders: { Cache-Control: \"private, no-cache\" }\n";
}

/// Traefik writes the client's address into X-Forwarded-For itself; an empty value removes a field.
std::string traefik_middlewares(const ProxySite& site) {
  std::string out = "  middlewares:\n";
  if (site.is_tls && site.extent == Extent::site) {
    out += "    agent-access-https:\n      redirectScheme: { scheme: https, permanent: true";
    out += (site.port == "443" ? "" : ", port: \"" + site.port + "\"") + " }\n";
  }
  out += "    agent-access-fields:\n      headers:\n";
  if (!hsts_of(site).empty()) out += "        stsSeconds: " + std::to_string(site.hsts.count()) + "\n";
  out += "        customRequestHeaders: { Forwarded: \"\" }\n";
  return out += traefik_gate_middlewares(site);
}

std::string traefik_service(std::string_view name, std::string_view url) {
  std::string out = "    ";
  out.append(name).append(":\n      loadBalancer:\n        passHostHeader: true\n        servers: [{ url: \"");
  return out.append(url).append("\" }]\n");
}

}  // namespace

ProxyText render_traefik_site(const ProxySite& site) {
  // Other routers of the host stay: a longer rule comes first.
  const bool is_whole = site.extent == Extent::site;
  ProxyText out;
  out.text = traefik_comment(site) + "http:\n  routers:\n";
  if (site.is_tls && is_whole) out.text += traefik_redirect(site);
  out.text += traefik_gate_routers(site);
  out.text += traefik_router(site, {"agent-access", "agent-access"}, traefik_rule(site, out.omitted));
  if (!site.has_pages && is_whole) {
    out.text += traefik_router(site, {"agent-access-site", "agent-access-site"}, "'" + traefik_hosts(site) + "'");
  }
  out.text += traefik_middlewares(site) + "  services:\n";
  out.text += traefik_service("agent-access", "http://" + net::to_text(site.service));
  if ((!site.has_pages && is_whole) || !site.gates.empty()) {
    out.text +=
        "    # The web server of your own pages:\n" + traefik_service("agent-access-site", "http://127.0.0.1:8081");
  }
  return out;
}

}  // namespace agent_access::tools
