#include <optional>
#include <string_view>

#include "tools/proxies/nginx_text.hpp"
#include "tools/proxies/renderers.hpp"

namespace agent_access::tools {
namespace {

std::string apache_comment(const ProxySite& site) {
  return "# A site for Apache 2.4 of Debian: /etc/apache2/sites-available/agent-access.conf. Enable it with\n"
         "#   a2enmod ssl http2 proxy_http headers && a2ensite agent-access && systemctl reload apache2\n" +
         webroot_comment(site, "apache2");
}

/// Each host to its own https URL: no redirect to any name that a client sends.
std::string apache_redirect(const ProxySite& site, const std::string& host) {
  return "<VirtualHost *:80>\n  ServerName " + host + "\n  DocumentRoot /var/www/html\n" +
         "  RedirectMatch 301 \"^(?!/\\.well-known/acme-challenge/)(.*)$\" \"" + origin_of(site, host) +
         "$1\"\n</VirtualHost>\n";
}

std::string apache_tls(const ProxySite& site) {
  const auto folder = "/etc/letsencrypt/live/" + site.hosts.front();
  std::string out = "  Protocols h2 http/1.1\n  SSLEngine on\n  SSLCertificateFile " + folder +
                    "/fullchain.pem\n  SSLCertificateKeyFile " + folder + "/privkey.pem\n";
  if (const auto hsts = hsts_of(site); !hsts.empty()) {
    out += "  Header always set Strict-Transport-Security \"" + hsts + "\"\n";
  }
  return out;
}

std::string_view apache_fields(base::ForwardedField field) noexcept {
  switch (field) {
    case base::ForwardedField::x_forwarded_for:
      return "    RequestHeader unset Forwarded\n"
             "    RequestHeader set X-Forwarded-For \"expr=%{REMOTE_ADDR}\"\n";
    case base::ForwardedField::forwarded:
      // RFC 7239 section 6: an IPv6 address is in brackets and quotes.
      return "    RequestHeader unset X-Forwarded-For\n"
             "    RequestHeader set Forwarded \"expr=for=%{REMOTE_ADDR}\" \"expr=%{REMOTE_ADDR} !~ /:/\"\n"
             "    RequestHeader set Forwarded \"expr=for=\\\"[%{REMOTE_ADDR}]\\\"\" \"expr=%{REMOTE_ADDR} =~ /:/\"\n";
  }
  return {};
}

/// The service compresses itself; mod_deflate would change the ETag of what it leaves uncompressed.
std::string apache_service(const ProxySite& site, const std::string& upstream, std::string_view more) {
  std::string out = "  <Proxy \"" + upstream + "*\">\n";
  out.append(more).append(apache_fields(site.field));
  return out += "    # The service compresses itself.\n    SetEnv no-gzip 1\n  </Proxy>\n";
}

std::string apache_proxy(const ProxySite& site, const std::string& upstream) {
  return "  AllowEncodedSlashes NoDecode\n  ProxyPreserveHost On\n  ProxyAddHeaders Off\n" +
         apache_service(site, upstream, {});
}

/// A regular expression of the decoded path after its first slash; nothing if a quoted argument cannot hold it.
std::optional<std::string> apache_pattern(const std::string& path) {
  constexpr std::string_view kSpecial = ".^$*+?()[]{}|";
  const auto decoded = percent_decoded(path);
  if (!decoded) return std::nullopt;
  std::string pattern;
  for (const char c : decoded->substr(1)) {
    if ((c >= '\0' && c < ' ') || c == '\x7f' || c == '"' || c == '\\') return std::nullopt;
    if (kSpecial.find(c) != std::string_view::npos) pattern += '\\';
    pattern += c;
  }
  return pattern;
}

void append_apache_paths(ProxyText& out, const ProxySite& site, const std::string& upstream) {
  for (const auto& prefix : site.prefixes) {
    out.text += "  ProxyPass \"" + prefix + "\" \"" + upstream + prefix.substr(1) + "\"\n";
  }
  for (const auto& path : site.paths) {
    const auto pattern = apache_pattern(path);
    if (pattern) out.text += "  ProxyPassMatch \"^/(" + *pattern + ")$\" \"" + upstream + "$1\"\n";
    if (!pattern) out.omitted.push_back(path);
  }
}

/// Settings of the host itself would change other parts of it, so they are those of the service's URL.
ProxyText apache_locations(const ProxySite& site, const std::string& upstream) {
  ProxyText out;
  out.text =
      "# agent-access in a site that exists: /etc/apache2/agent-access.conf, for Apache 2.4. Enable the modules with\n"
      "#   a2enmod proxy_http headers\n# and write in the virtual host of " +
      names_of(site, " and ") + ", above its other ProxyPass lines:\n#   Include agent-access.conf\n";
  out.text += apache_service(site, upstream, "    ProxyPreserveHost On\n    ProxyAddHeaders Off\n");
  append_apache_paths(out, site, upstream);
  return out;
}

void append_apache_beside(ProxyText& out, const ProxySite& site, const std::string& upstream) {
  append_apache_paths(out, site, upstream);
  out.text +=
      "\n  # The pages of your site:\n  DocumentRoot /var/www/site\n"
      "  <Directory /var/www/site>\n    Require all granted\n  </Directory>\n";
}

/// Debian's ports.conf has these two.
bool is_listened_at(const ProxySite& site) noexcept { return site.port == "80" || site.port == "443"; }

}  // namespace

ProxyText render_apache_site(const ProxySite& site) {
  const auto upstream = "http://" + net::to_text(site.service) + "/";
  const std::string address = site.is_tls ? "*" : std::string(loopback_of(site.hosts.front()));
  if (site.extent == Extent::locations) return apache_locations(site, upstream);
  ProxyText out;
  if (site.is_tls) out.text = apache_comment(site);
  if (!site.is_tls) out.text = "Listen " + address + ":" + site.port + "\n";
  if (site.is_tls && !is_listened_at(site)) out.text += "Listen " + site.port + "\n";
  if (site.is_tls) {
    for (const auto& host : site.hosts) out.text += apache_redirect(site, host);
  }
  out.text += "<VirtualHost " + address + ":" + site.port + ">\n  ServerName " + site.hosts.front() + "\n";
  for (const auto& host : std::span(site.hosts).subspan(1)) out.text += "  ServerAlias " + host + "\n";
  if (site.is_tls) out.text += apache_tls(site);
  out.text += apache_proxy(site, upstream);
  if (site.has_pages) out.text += "  ProxyPass \"/\" \"" + upstream + "\"\n";
  if (!site.has_pages) append_apache_beside(out, site, upstream);
  out.text += "</VirtualHost>\n";
  return out;
}

}  // namespace agent_access::tools
