#include <sstream>
#include <string_view>

#include "tools/proxies/gate_texts.hpp"
#include "tools/proxies/nginx_text.hpp"
#include "tools/proxies/renderers.hpp"

namespace agent_access::tools {
namespace {

constexpr std::string_view kNginxPass = " { proxy_pass http://agent_access; }\n";

/// Of clients. Not in a site that exists: there such lines would end what its locations inherit.
constexpr std::string_view kNginxNoAgentFields =
    "  proxy_set_header X-Agent-Client-Id \"\";\n"
    "  proxy_set_header X-Agent-Scope \"\";\n"
    "  proxy_set_header X-Agent-Token-Id \"\";\n";

/// What stands outside of the server block.
std::string nginx_outer_parts(const ProxySite& site) {
  return std::string(nginx_proxy_maps(site.field)) + nginx_gate_maps(site) +
         nginx_upstream("agent_access", site.service);
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

/// A location for each path, with that block.
void append_nginx_locations(ProxyText& out, const ProxySite& site, std::string_view block) {
  const auto append = [&](const std::string& match) { out.text.append("  location " + match).append(block); };
  for (const auto& prefix : site.prefixes) append((site.extent == Extent::locations ? "^~ " : "") + prefix);
  for (const auto& path : site.paths) {
    const auto match = nginx_exactly(path);
    if (match) append(*match);
    if (!match) out.omitted.push_back(path);
  }
}

/// What the http block needs, as comments: the file itself is included in a server block.
std::string nginx_outside(const ProxySite& site) {
  const std::string file = "/etc/nginx/snippets/agent-access.conf";
  std::string out =
      "# The http block needs the lines that begin with \"#: \". A file of its own for them:\n"
      "#   sed -n 's/^#: //p' " +
      file + " > /etc/nginx/conf.d/agent-access.conf\n";
  std::istringstream lines(nginx_outer_parts(site));
  for (std::string line; std::getline(lines, line);) out.append("#: ").append(line).append("\n");
  return out;
}

/// Exact locations and "^~" win over the regular expressions of the server. All pass on to one named location, because
/// fields that the server block set would change what the other locations of it inherit.
ProxyText nginx_locations(const ProxySite& site) {
  const bool needs_outside = !site.gates.empty() || !nginx_proxy_maps(site.field).empty();
  ProxyText out;
  out.text =
      "# agent-access in a site that exists: /etc/nginx/snippets/agent-access.conf, for nginx 1.18 or later. In "
      "the\n# " +
      std::string(site.is_tls ? "server block with TLS" : "server block") + " of " + names_of(site, " and ") +
      " write, above its other locations:\n#   include snippets/agent-access.conf;\n";
  if (needs_outside) out.text += nginx_outside(site);
  out.text += "  location @agent_access {\n    proxy_pass http://" +
              (needs_outside ? "agent_access" : net::to_text(site.service)) + ";\n" +
              nginx_indented(nginx_proxy_fields(site.field)) + "  }\n";
  append_nginx_locations(out, site, " { try_files /.agent-access @agent_access; }\n");
  out.text += without(nginx_gates(site), "    root /var/www/site;\n");  // the folder is that of the server
  return out;
}

}  // namespace

ProxyText render_nginx_site(const ProxySite& site) {
  if (site.extent == Extent::locations) return nginx_locations(site);
  ProxyText out;
  if (site.is_tls) {
    out.text = "# A site for nginx 1.18 or later: a file in /etc/nginx/sites-enabled or /etc/nginx/conf.d.\n";
    out.text += webroot_comment(site, "nginx") + "\n";
  }
  out.text += nginx_outer_parts(site);
  if (site.is_tls) {
    for (const auto& host : site.hosts) out.text += nginx_redirect(site, host);
  }
  out.text += "server {\n" + nginx_listen(site.is_tls, site.hosts.front(), site.port, names_of(site, " "));
  if (site.is_tls) out.text += nginx_tls(site);
  out.text += nginx_proxy_fields(site.field);
  if (!site.gates.empty()) out.text += kNginxNoAgentFields;
  out.text.append("\n").append(nginx_gates(site));
  if (site.has_pages) out.text.append("  location /").append(kNginxPass);
  if (!site.has_pages) {
    append_nginx_locations(out, site, kNginxPass);
    out.text += "\n  # The pages of your site:\n  location / { root /var/www/site; }\n";
  }
  out.text += "}\n";
  return out;
}

}  // namespace agent_access::tools
