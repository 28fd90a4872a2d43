#include "tools/proxies/caddy_text.hpp"
#include "tools/proxies/gate_texts.hpp"
#include "tools/proxies/renderers.hpp"

namespace agent_access::tools {
namespace {

/// Without the scheme Caddy takes https, its default port, and a certificate that it obtains itself.
std::string caddy_addresses(const ProxySite& site) {
  std::string addresses;
  for (const auto& host : site.hosts) {
    addresses.append(addresses.empty() ? "" : ", ");
    addresses += site.is_tls && site.port == "443" ? host : origin_of(site, host);
  }
  return addresses;
}

/// A map of its own, because RFC 7239 section 6 wants an IPv6 address in brackets and quotes.
std::string_view caddy_forwarded_map(base::ForwardedField field) noexcept {
  switch (field) {
    case base::ForwardedField::x_forwarded_for:
      return {};
    case base::ForwardedField::forwarded:
      return "\tmap {remote_host} {agent_access_forwarded} {\n"
             "\t\t~^([0-9.]+)$ \"for=${1}\"\n"
             "\t\t~^([0-9A-Fa-f:.]+)$ `for=\"[${1}]\"`\n"
             "\t\tdefault \"for=unknown\"\n"
             "\t}\n";
  }
  return {};
}

std::string caddy_reverse_proxy(const ProxySite& site, const std::string& indent) {
  std::string out = indent + "reverse_proxy " + net::to_text(site.service) + " {\n";
  out += caddy_fields(site.field, indent + "\t");
  out += indent + "\t# The service compresses itself; without this, Caddy requests gzip and decompresses it.\n";
  out += indent + "\ttransport http {\n" + indent + "\t\tcompression off\n" + indent + "\t}\n";
  return out += indent + "}\n";
}

/// The matcher takes '*' as a wildcard and knows no escape for it.
bool is_caddy_path(const std::string& path) noexcept { return path.find('*') == std::string::npos; }

void append_caddy_beside(ProxyText& out, const ProxySite& site) {
  out.text += "\t@agent_access {\n\t\tpath";
  for (const auto& prefix : site.prefixes) out.text += " " + prefix + "*";
  out.text += "\n";
  for (const auto& path : site.paths) {
    if (is_caddy_path(path)) out.text += "\t\tpath " + path + "\n";
    if (!is_caddy_path(path)) out.omitted.push_back(path);
  }
  out.text += "\t}\n\thandle @agent_access {\n" + caddy_reverse_proxy(site, "\t\t") + "\t}\n";
  out.text += "\thandle {\n\t\t# The pages of your site:\n\t\troot * /var/www/site\n\t\tfile_server\n\t}\n";
}

/// A handler for each path: Caddy tries those with one longer path first, so that no `handle /api/*` of the site gets
/// what is the service's.
ProxyText caddy_locations(const ProxySite& site) {
  ProxyText out;
  out.text =
      "# agent-access in a site that exists: /etc/caddy/agent-access.caddy, for Caddy 2.6 or later. Write in "
      "/etc/caddy/Caddyfile,\n# above all sites:\n#   import agent-access.caddy\n# and in the site of " +
      names_of(site, " and ") + ":\n#   import agent_access\n";
  out.text += "(agent_access_service) {\n" + caddy_reverse_proxy(site, "\t") + "}\n(agent_access) {\n";
  out.text.append(caddy_forwarded_map(site.field))
      .append(without(caddy_gates(site), "\t\t\troot * /var/www/site\n"));  // the folder is that of the site
  const auto append = [&](const std::string& path) {
    out.text += "\thandle " + path + " {\n\t\timport agent_access_service\n\t}\n";
  };
  for (const auto& prefix : site.prefixes) append(prefix + "*");
  for (const auto& path : site.paths) {
    if (is_caddy_path(path)) append(path);
    if (!is_caddy_path(path)) out.omitted.push_back(path);
  }
  out.text += "}\n";
  return out;
}

}  // namespace

std::string caddy_fields(base::ForwardedField field, const std::string& indent) {
  switch (field) {
    case base::ForwardedField::x_forwarded_for:
      return indent + "header_up -Forwarded\n" + indent + "header_up X-Forwarded-For {remote_host}\n";
    case base::ForwardedField::forwarded:
      return indent + "header_up -X-Forwarded-For\n" + indent + "header_up Forwarded {agent_access_forwarded}\n";
  }
  return {};
}

ProxyText render_caddy_site(const ProxySite& site) {
  if (site.extent == Extent::locations) return caddy_locations(site);
  ProxyText out;
  if (site.is_tls) {
    out.text =
        "# A site for Caddy 2.6 or later: a part of /etc/caddy/Caddyfile.\n"
        "# Caddy obtains and renews the certificates itself, redirects http to https, and uses IPv6 and HTTP/2.\n";
  }
  out.text += caddy_addresses(site) + " {\n";
  if (!site.is_tls) out.text.append("\tbind ").append(loopback_of(site.hosts.front())).append("\n");
  if (const auto hsts = hsts_of(site); !hsts.empty()) {
    out.text += "\theader Strict-Transport-Security \"" + hsts + "\"\n";
  }
  out.text.append(caddy_forwarded_map(site.field)).append(caddy_gates(site));
  if (site.has_pages) out.text += caddy_reverse_proxy(site, "\t");
  if (!site.has_pages) append_caddy_beside(out, site);
  out.text += "}\n";
  return out;
}

}  // namespace agent_access::tools
