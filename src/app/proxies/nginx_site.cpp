#include "app/proxies/gate_texts.hpp"
#include "app/proxies/nginx_text.hpp"
#include "app/proxies/renderers.hpp"

namespace agent_access::app {
namespace {

constexpr std::string_view kNginxPass = " { proxy_pass http://agent_access; }\n";

std::string nginx_names(const ProxySite& site) {
  std::string names;
  for (const auto& host : site.hosts) names.append(names.empty() ? "" : " ").append(host);
  return names;
}

/// One server for each host: a redirect to $host would repeat any name that a client sends.
std::string nginx_redirect(const ProxySite& site, const std::string& host) {
  return "server {\n  listen 80;\n  listen [::]:80;\n  server_name " + host +
         ";\n  location /.well-known/acme-challenge/ { root /var/www/html; }\n  location / { return 301 " +
         origin_of(site, host) + "$request_uri; }\n}\n";
}

std::string nginx_tls(const ProxySite& site) {
  std::string out =
      "  # HTTP/2: with nginx 1.25.1 or later write \"http2 on;\" here, with an older one \"ssl http2\" in both lines "
      "above.\n";
  const auto folder = "/etc/letsencrypt/live/" + site.hosts.front();
  out += nginx_certificate(folder + "/fullchain.pem", folder + "/privkey.pem");
  if (const auto hsts = hsts_of(site); !hsts.empty()) {
    out += "  add_header Strict-Transport-Security \"" + hsts + "\" always;\n";
  }
  return out;
}

void append_nginx_locations(ProxyText& out, const ProxySite& site) {
  const auto append = [&out](const std::string& match) { out.text.append("  location " + match).append(kNginxPass); };
  for (const auto& prefix : site.prefixes) append(prefix);
  for (const auto& path : site.paths) {
    const auto match = nginx_exactly(path);
    if (match) append(*match);
    if (!match) out.omitted.push_back(path);
  }
  out.text += "\n  # The pages of your site:\n  location / { root /var/www/site; }\n";
}

}  // namespace

ProxyText render_nginx_site(const ProxySite& site) {
  ProxyText out;
  if (site.is_tls) {
    out.text = "# A site for nginx 1.18 or later: a file in /etc/nginx/sites-enabled or /etc/nginx/conf.d.\n";
    out.text += webroot_comment(site, "nginx") + "\n";
  }
  out.text.append(nginx_proxy_maps(site.field)).append(nginx_upstream("agent_access", site.service));
  if (site.is_tls) {
    for (const auto& host : site.hosts) out.text += nginx_redirect(site, host);
  }
  out.text += "server {\n" + nginx_listen(site.is_tls, site.hosts.front(), site.port, nginx_names(site));
  if (site.is_tls) out.text += nginx_tls(site);
  out.text.append(nginx_proxy_fields(site.field)).append("\n").append(nginx_gates(site));
  if (site.has_pages) out.text.append("  location /").append(kNginxPass);
  if (!site.has_pages) append_nginx_locations(out, site);
  out.text += "}\n";
  return out;
}

}  // namespace agent_access::app
