#include <string_view>

#include "app/proxies/renderers.hpp"

namespace agent_access::app {
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
  std::string out =
      "# A site for Traefik 2 or 3: a file of the file provider. The static configuration (/etc/traefik/traefik.yml) "
      "has:\n"
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
  std::string rule =
      ">-\n        (" + traefik_hosts(site) + ") &&\n        (PathPrefix(`/oauth/`) || PathPrefix(`/api/agent/`)";
  for (const auto& path : site.paths) {
    if (is_traefik_path(path)) rule += " ||\n        Path(`" + path + "`)";
    if (!is_traefik_path(path)) omitted.push_back(path);
  }
  return rule += ")";
}

std::string traefik_router(const ProxySite& site, std::string_view name, const std::string& rule) {
  std::string out = "    ";
  out.append(name).append(":\n      entryPoints: [").append(traefik_entry(site)).append("]\n      rule: ");
  out.append(rule).append("\n      middlewares: [agent-access-fields]\n      service: ").append(name).append("\n");
  if (site.is_tls) out += "      tls: { certResolver: letsencrypt }\n";
  return out;
}

std::string traefik_redirect(const ProxySite& site) {
  return "    agent-access-redirect:\n      entryPoints: [web]\n      rule: '" + traefik_hosts(site) +
         "'\n      middlewares: [agent-access-https]\n      service: agent-access\n";
}

/// Traefik writes the client's address into X-Forwarded-For itself; an empty value removes a field.
std::string traefik_middlewares(const ProxySite& site) {
  std::string out = "  middlewares:\n";
  if (site.is_tls) {
    out += "    agent-access-https:\n      redirectScheme: { scheme: https, permanent: true";
    out += (site.port == "443" ? "" : ", port: \"" + site.port + "\"") + " }\n";
  }
  out += "    agent-access-fields:\n      headers:\n";
  if (!hsts_of(site).empty()) out += "        stsSeconds: " + std::to_string(site.hsts.count()) + "\n";
  return out += "        customRequestHeaders: { Forwarded: \"\" }\n";
}

std::string traefik_service(std::string_view name, std::string_view url) {
  std::string out = "    ";
  out.append(name).append(":\n      loadBalancer:\n        passHostHeader: true\n        servers: [{ url: \"");
  return out.append(url).append("\" }]\n");
}

}  // namespace

ProxyText render_traefik_site(const ProxySite& site) {
  ProxyText out;
  out.text = traefik_comment(site) + "http:\n  routers:\n";
  if (site.is_tls) out.text += traefik_redirect(site);
  out.text += traefik_router(site, "agent-access", traefik_rule(site, out.omitted));
  if (!site.has_pages) out.text += traefik_router(site, "agent-access-site", "'" + traefik_hosts(site) + "'");
  out.text += traefik_middlewares(site) + "  services:\n";
  out.text += traefik_service("agent-access", "http://" + net::to_text(site.service));
  if (!site.has_pages) {
    out.text +=
        "    # The web server of your own pages:\n" + traefik_service("agent-access-site", "http://127.0.0.1:8081");
  }
  return out;
}

}  // namespace agent_access::app
