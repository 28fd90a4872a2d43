#include <string_view>

#include "tools/proxies/gate_texts.hpp"
#include "tools/proxies/renderers.hpp"

namespace agent_access::tools {
namespace {

/// A second replica is used at once, and an attempt that reached no replica is repeated.
constexpr std::string_view kHaproxyDefaults =
    "defaults\n"
    "  mode http\n"
    "  timeout connect 2s\n"
    "  timeout client 30s\n"
    "  timeout server 30s\n"
    "  option redispatch 1\n"
    "  retries 3\n"
    "  retry-on conn-failure empty-response\n\n";

std::string haproxy_comment(const ProxySite& site) {
  std::string out =
      "# A site for HAProxy 2.6 or later: the end of /etc/haproxy/haproxy.cfg.\n"
      "# /etc/haproxy/site.pem is the chain of the certificate followed by its key.";
  const auto names = certbot_names(site);
  if (names.empty()) return out += "\n";
  out += " One of Let's Encrypt, before HAProxy uses port 80:\n";
  out += "#   certbot certonly --standalone" + names + "\n";
  out += "#   cd /etc/letsencrypt/live/" + site.hosts.front();
  out += " && cat fullchain.pem privkey.pem | install -m 600 /dev/stdin /etc/haproxy/site.pem\n";
  out += "# Later: certbot renew --http-01-port 8402, a port to which the first frontend passes challenges; then the\n";
  return out += "# last line again, and systemctl reload haproxy.\n";
}

/// Each host to its own https URL: no redirect to any name that a client sends. Nothing here reaches the service, which
/// would trust the forwarded fields of the client.
std::string haproxy_redirects(const ProxySite& site) {
  std::string out =
      "frontend agent_access_http\n  bind :80\n  bind :::80 v6only\n"
      "  acl acme path_beg /.well-known/acme-challenge/\n";
  for (const auto& host : site.hosts) {
    out += "  http-request redirect code 301 location " + origin_of(site, host) +
           "%[pathq] if !acme { req.hdr(host) -i " + host + " " + host + ":80 }\n";
  }
  return out +=
         "  http-request deny deny_status 421 unless acme\n  default_backend agent_access_acme\n\n"
         "backend agent_access_acme\n  server certbot 127.0.0.1:8402\n\n";
}

std::string haproxy_binds(const ProxySite& site) {
  if (!site.is_tls) return "  bind " + std::string(loopback_of(site.hosts.front())) + ":" + site.port + "\n";
  const std::string options = " ssl crt /etc/haproxy/site.pem alpn h2,http/1.1\n";
  return "  bind :" + site.port + options + "  bind :::" + site.port + " v6only" + options;
}

std::string_view haproxy_fields(base::ForwardedField field) noexcept {
  switch (field) {
    case base::ForwardedField::x_forwarded_for:
      return "  http-request del-header Forwarded\n"
             "  http-request set-header X-Forwarded-For %[src]\n";
    case base::ForwardedField::forwarded:
      // RFC 7239 section 6: an IPv6 address is in brackets and quotes.
      return "  http-request del-header X-Forwarded-For\n"
             "  acl from_ipv6 src -m sub :\n"
             "  http-request set-header Forwarded for=%[src] if !from_ipv6\n"
             "  http-request set-header Forwarded 'for=\"[%[src]]\"' if from_ipv6\n";
  }
  return {};
}

/// HAProxy compares the path as the client sent it, and the service does too.
bool is_haproxy_path(const std::string& path) noexcept {
  constexpr std::string_view kUnsafe = "\"'\\# ";
  return path.find_first_of(kUnsafe) == std::string::npos;
}

constexpr std::string_view kHaproxyOwner =
    "backend agent_access_site\n  # The web server of your own pages:\n  server site 127.0.0.1:8081\n\n";

/// Which requests are the service's.
void append_haproxy_paths(ProxyText& out, const ProxySite& site) {
  out.text += "  acl of_agent_access path_beg";
  for (const auto& prefix : site.prefixes) out.text += " " + prefix;
  out.text += "\n";
  for (const auto& path : site.paths) {
    if (is_haproxy_path(path)) out.text += "  acl of_agent_access path " + path + "\n";
    if (!is_haproxy_path(path)) out.omitted.push_back(path);
  }
  out.text += "  use_backend agent_access if of_agent_access\n";
}

void append_haproxy_choice(ProxyText& out, const ProxySite& site) {
  out.text += haproxy_gate_rules(site);
  if (site.has_pages) {
    out.text += "  default_backend agent_access\n\n";
    if (!site.gates.empty()) out.text += kHaproxyOwner;
    return;
  }
  append_haproxy_paths(out, site);
  out.text += "  default_backend agent_access_site\n\n";
  out.text += kHaproxyOwner;
}

/// `check_address` is where the admin listener is.
std::string haproxy_server(const ProxySite& site, const Replica& replica, std::string_view check_address) {
  std::string out = "  server " + replica.name + " " + net::to_text(replica.service);
  if (site.admin) {
    out += " check";
    if (check_address != replica.service.address) out.append(" addr ").append(check_address);
    out += " port " + std::to_string(site.admin->port) + " inter 1s fall 2 rise 1";
  }
  if (site.wants_proxy_header) out += " send-proxy-v2";
  return out += "\n";
}

std::string haproxy_backend(const ProxySite& site, std::string_view rules) {
  std::string out = "backend agent_access\n";
  out += rules;
  if (site.admin) {
    out += "  option httpchk\n  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost\n";
  }
  for (const auto& replica : site.replicas) out += haproxy_server(site, replica, replica.service.address);
  if (!site.replicas.empty()) return out;
  out += "  # For several: check --proxy haproxy --replica one=ADDRESS:PORT --replica two=ADDRESS:PORT\n";
  return out += haproxy_server(site, {"one", site.service}, site.admin ? site.admin->address : std::string_view());
}

/// The same servers for another backend, without health checks of their own.
std::string haproxy_tracking_servers(const ProxySite& site) {
  std::string out;
  const auto append = [&](const std::string& name, const net::Endpoint& service) {
    out += "  server " + name + " " + net::to_text(service);
    out += site.admin ? " track agent_access/" + name + "\n" : "\n";
  };
  for (const auto& replica : site.replicas) append(replica.name, replica.service);
  if (site.replicas.empty()) append("one", site.service);
  return out;
}

/// A frontend has no include: its lines come first, and the backends go to the end of the file.
ProxyText haproxy_locations(const ProxySite& site) {
  ProxyText out;
  out.text = "# agent-access in a site that exists, for HAProxy 2.6 or later. In the frontend of " +
             names_of(site, " and ") + ", above its\n# other use_backend lines, with \"mode http\":\n" +
             haproxy_gate_comment(site) + haproxy_gate_rules(site);
  append_haproxy_paths(out, site);
  out.text += "# At the end of /etc/haproxy/haproxy.cfg:\n";
  if (!site.gates.empty()) out.text += kHaproxyOwner;
  out.text += haproxy_gate_backends(site, haproxy_tracking_servers(site));
  out.text += haproxy_backend(site, "  mode http\n" + std::string(haproxy_fields(site.field)));
  return out;
}

}  // namespace

ProxyText render_haproxy_site(const ProxySite& site) {
  if (site.extent == Extent::locations) return haproxy_locations(site);
  ProxyText out;
  if (site.is_tls) out.text = haproxy_comment(site);
  out.text += haproxy_gate_comment(site);
  out.text += kHaproxyDefaults;
  if (site.is_tls) out.text += haproxy_redirects(site);
  out.text += "frontend agent_access_https\n" + haproxy_binds(site);
  out.text += haproxy_fields(site.field);
  if (const auto hsts = hsts_of(site); !hsts.empty()) {
    out.text += "  http-after-response set-header Strict-Transport-Security " + hsts + "\n";
  }
  append_haproxy_choice(out, site);
  out.text += haproxy_gate_backends(site, haproxy_tracking_servers(site));
  out.text += haproxy_backend(site, {});
  return out;
}

}  // namespace agent_access::tools
