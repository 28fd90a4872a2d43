#include "tools/proxies/proxy_table.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <sstream>
#include <utility>

#include "base/ascii.hpp"
#include "base/ip_address.hpp"
#include "base/text.hpp"
#include "http/fields.hpp"
#include "http/message.hpp"
#include "service/fault_table.hpp"
#include "service/rate_limit.hpp"
#include "tools/proxies/quoting.hpp"

namespace agent_access::tools {
namespace {

using templates::View;

/// The text of a part, for a line of another template.
std::string part_of(std::string_view name, const View& view) {
  auto text = proxy_text(name, view);
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

std::vector<View> items(const std::string& name, std::span<const std::string> values) {
  std::vector<View> views;
  for (const auto& value : values) views.push_back(View().set(name, value).set("is_first", views.empty()));
  return views;
}

bool is_public_name(const std::string& host) {
  return !host.starts_with('[') && host.contains('.') && !base::IpAddress::parse(host);
}

/// The body of a response that the proxy makes instead of the service.
std::string body_of(const http::Fault& fault) {
  http::Response response;
  http::refuse(fault, response);
  return response.body;
}

std::vector<View> hosts_of(const ProxySite& site) {
  auto hosts = items("host", site.hosts);
  for (std::size_t at = 0; at < hosts.size(); ++at) hosts[at].set("origin", origin_of(site, site.hosts[at]));
  return hosts;
}

void add_gates(View& view, const ProxySite& site) {
  std::vector<View> gates;
  for (const SiteGate& gate : site.gates) {
    gates.push_back(View()
                        .set("number", std::to_string(gates.size() + 1))
                        .set("pattern", gate_pattern(gate))
                        .set("quoted_scope", haproxy_quoted(" " + gate.scope + " "))
                        .set("methods", base::joined(gate.methods, " "))
                        .set("is_for_reading", gate.is_for_reading())
                        .set("takes_preflights", gate.lists("OPTIONS")));
  }
  view.set("has_gates", !gates.empty())
      .set("gates", gates)
      .set("gates_pattern", pattern_of_gates(site.gates))
      .set("named_path", named_path(site.gates))
      .set("odd_path", kOddPath)
      .set("unreadable_path", kUnreadablePath)
      .set("ambiguous_path_body", body_of(service::fault("ambiguous_path")))
      .set("unknown_path_body", body_of(service::fault("unknown_path")))
      .set("unavailable_body", body_of(service::fault("unavailable")));
}

/// A part that can stand in comments.
std::vector<View> lines_of(const std::string& text) {
  std::vector<View> lines;
  std::istringstream rest(text);
  for (std::string line; std::getline(rest, line);) lines.push_back(View().set("line", line));
  return lines;
}

/// The values that the templates of all proxies have.
View view_of(const ProxySite& site) {
  const bool is_site = site.extent == Extent::site;
  const auto seconds = std::to_string(site.hsts.count());
  View view;
  view.set("is_site", is_site)
      .set("is_tls", site.is_tls)
      .set("has_pages", site.has_pages && is_site)
      .set("hosts", hosts_of(site))
      .set("host", site.hosts.front())
      .set("origin", origin_of(site, site.hosts.front()))
      .set("host_names", base::joined(site.hosts, " and "))
      .set("has_public_names", std::ranges::all_of(site.hosts, is_public_name))
      .set("loopback", loopback_of(site.hosts.front()))
      .set("site", name_of(site))
      .set("https_required_body", body_of(service::fault("https_required")))
      .set("port", site.port)
      .set("service", base::to_text(site.service))
      .set("prefixes", items("prefix", site.prefixes))
      .set("has_hsts", site.is_tls && site.hsts.count() > 0)
      .set("hsts", "max-age=" + seconds)
      .set("hsts_seconds", seconds)
      .set("forwarded", site.field == base::ForwardedField::forwarded)
      .set("has_owner_server", !site.gates.empty() || (!site.has_pages && is_site));
  add_gates(view, site);
  return view;
}

/// What stands in the http block, and the gates, are texts of their own. $host is there in HTTP/3, too, which has no
/// Host field ($http_host); it has no port.
void add_nginx_values(View& view, const ProxySite& site) {
  view.set("host_field", has_default_port(site) ? "$host" : "$host:" + site.port);
  const auto http_block = part_of("nginx-http.conf", view);
  view.set("needs_http_block", site.field == base::ForwardedField::forwarded || !site.gates.empty())
      .set("http_block", http_block)
      .set("http_lines", lines_of(http_block))
      .set("clear_text_lines", lines_of(part_of("nginx-clear-text.conf", view)))
      .set("gate_locations", part_of("nginx-gates.conf", view));
}

/// Without the scheme Caddy takes https, its default port, and a certificate that it obtains itself.
void add_caddy_values(View& view, const ProxySite& site) {
  auto addresses = site.hosts;
  if (!site.is_tls || site.port != "443") {
    std::ranges::transform(site.hosts, addresses.begin(), [&](const auto& host) { return origin_of(site, host); });
  }
  view.set("addresses", base::joined(addresses, ", "));
}

/// The arguments of `http-request return` that make the fields of a response.
std::string fields_of(const http::Response& response) {
  std::string arguments;
  std::istringstream lines(std::string(response.constant_fields) + response.fields);
  for (std::string line; std::getline(lines, line);) {
    const auto colon = line.find(": ");
    const auto name = line.substr(0, colon);
    if (name == "Content-Type") continue;
    arguments.append(arguments.empty() ? "" : " ").append("hdr ").append(name).append(" ");
    arguments.append(haproxy_quoted(line.substr(colon + 2, line.find('\r') - colon - 2)));
  }
  return arguments;
}

/// The refusal of the service, in the response of the proxy. That does not know when the client may go on.
View view_of_limit(const SiteLimit& limit, std::chrono::milliseconds window) {
  const limit::Verdict refusal{.refused_by = limit::RefusedBy::address,
                               .limit = limit.requests,
                               .window = window,
                               .decision = {.is_allowed = false, .retry_after = window}};
  http::Response response;
  service::refuse_limited(refusal, response);
  service::append_rate_limit_fields(refusal, response.fields);
  return View()
      .set("requests", std::to_string(limit.requests))
      .set("network", limit.network)
      .set("has_network", !limit.network.empty())
      .set("fields", fields_of(response))
      .set("body", response.body);
}

/// One limit of a client for all replicas, which each also have it for themselves.
void add_limits(View& view, const ProxySite& site) {
  std::vector<View> limits;
  for (const auto& limit : site.limits) limits.push_back(view_of_limit(limit, site.window));
  const auto window = site.window.count();
  view.set("has_limits", !site.replicas.empty() && !limits.empty())
      .set("limits", limits)
      .set("has_mcp", site.has_mcp)
      .set("window", std::to_string(window) + "ms")
      .set("two_windows", std::to_string(2 * window) + "ms")
      .set("window_seconds", std::to_string(std::chrono::ceil<std::chrono::seconds>(site.window).count()));
  view.set("limit_rules", part_of("haproxy-limit.cfg", view));
}

/// The admin listener of a replica is at the address of the replica.
void add_haproxy_values(View& view, const ProxySite& site) {
  auto replicas = site.replicas;
  if (replicas.empty()) replicas.push_back({"one", site.service});
  std::vector<View> servers;
  for (const auto& replica : replicas) {
    servers.push_back(View().set("name", replica.name).set("address", base::to_text(replica.service)));
  }
  const auto admin = site.admin.value_or(base::Endpoint{});
  view.set("servers", servers)
      .set("key_server", base::to_text(replicas.front().service))
      .set("has_replicas", !site.replicas.empty())
      .set("has_admin", site.admin.has_value())
      .set("admin_port", std::to_string(admin.port))
      .set("admin_address", admin.address)
      .set("is_admin_elsewhere", site.replicas.empty() && admin.address != site.service.address)
      .set("clear_text_lines", lines_of(part_of("haproxy-clear-text.cfg", view)));
  add_limits(view, site);
}

/// The values are scalars in single quotes: hosts and paths that stand there have no quote of either kind.
void add_traefik_values(View& view, const ProxySite& site) {
  std::vector<std::string> rules;
  for (const auto& host : site.hosts) rules.push_back("Host(`" + host + "`)");
  view.set("host_rule", base::joined(rules, " || "))
      .set("entry", site.is_tls ? "websecure" : "web")
      .set("is_default_port", has_default_port(site));
}

/// The ports.conf of Debian has the ports 80 and 443.
void add_apache_values(View& view, const ProxySite& site) {
  view.set("needs_listen", site.port != "80" && site.port != "443")
      .set("clear_text_lines", lines_of(part_of("apache-clear-text.conf", view)));
}

constexpr std::array kProxies{
    Proxy{"nginx", "nginx", "nginx.conf", nginx_path, add_nginx_values, {}, "nginx-locations.conf"},
    Proxy{"caddy", "Caddy", "Caddyfile", caddy_path, add_caddy_values},
    Proxy{"haproxy", "HAProxy", "haproxy.cfg", haproxy_path, add_haproxy_values, {.balances = true}},
    Proxy{"traefik", "Traefik", "traefik.yaml", traefik_path, add_traefik_values, {.sets_forwarded = false}},
    Proxy{"apache", "Apache", "apache.conf", apache_path, add_apache_values, {.asks = false}},
};

std::vector<std::string> names_of_proxies() {
  std::vector<std::string> names;
  for (const auto& proxy : kProxies) names.emplace_back(proxy.name);
  return names;
}

/// What the settings want and the proxy cannot do.
app::Problems unmet_wishes(const Proxy& proxy, const ProxySite& site) {
  app::Problems problems;
  const std::string title(proxy.title);
  if (!site.gates.empty() && !proxy.can.asks) {
    problems.push_back(
        "gates: no module of " + title +
        " in Debian asks a service about a request; use nginx, Caddy, HAProxy or Traefik in front of it, "
        "or [[documents]] for files");
  }
  if (site.field == base::ForwardedField::forwarded && !proxy.can.sets_forwarded) {
    problems.push_back("limits.forwarded_field: " + title +
                       " cannot write the client's address into Forwarded; set it to \"X-Forwarded-For\"");
  }
  return problems;
}

/// The paths as the configuration of the proxy has them.
std::vector<std::string> expressed(const Proxy& proxy, std::span<const std::string> paths,
                                   std::vector<std::string>& others) {
  std::vector<std::string> texts;
  for (const auto& path : paths) {
    const auto text = proxy.path(path);
    if (text) texts.push_back(*text);
    if (!text) others.push_back(path);
  }
  return texts;
}

}  // namespace

std::string proxy_text(std::string_view name, const View& view) {
  return templates::filled("proxies/" + std::string(name), view);
}

std::span<const Proxy> proxy_table() noexcept { return kProxies; }

const Proxy* find_proxy(std::string_view name) noexcept {
  const auto* const found = std::ranges::find(kProxies, name, &Proxy::name);
  return found == kProxies.end() ? nullptr : found;
}

std::string proxy_names(std::string_view separator) { return base::joined(names_of_proxies(), separator); }

std::string complaint_about_proxy(std::string_view name) {
  if (find_proxy(name) != nullptr) return {};
  const auto names = names_of_proxies();
  const auto nearest = base::nearest_name(base::lower_case(name), names);
  std::string text = "unknown proxy";
  text += nearest.empty() ? "." : "; did you mean " + std::string(nearest) + "?";
  return text.append(" Known are: ").append(proxy_names(", "));
}

ProxyText render_site(const Proxy& proxy, const ProxySite& site) {
  ProxyText out;
  const auto credential_paths = expressed(proxy, site.credential_paths, out.redirected);
  auto paths = items("path", expressed(proxy, site.paths, out.omitted));
  // Behind the prefixes, if there are some.
  if (!paths.empty()) paths.front().set("is_first", site.prefixes.empty());
  for (const auto& prefix : site.prefixes) out.taken.push_back(prefix + "*");
  std::ranges::set_difference(site.paths, out.omitted, std::back_inserter(out.taken));
  auto view = view_of(site)
                  .set("paths", paths)
                  .set("credential_paths", items("path", credential_paths))
                  .set("has_credentials", !credential_paths.empty());
  proxy.add_values(view, site);
  const bool is_of_site = site.extent == Extent::site || proxy.locations_template.empty();
  out.text = proxy_text(is_of_site ? proxy.site_template : proxy.locations_template, view);
  return out;
}

base::Result<ProxyText, app::Problems> render_proxy(const Proxy& proxy, const app::Config& config,
                                                    const content::Settings& settings,
                                                    std::span<const std::string> document_paths,
                                                    std::span<const Replica> replicas, Extent extent) {
  auto beside = settings;
  if (extent == Extent::locations) beside.has_pages = false;
  auto site = make_proxy_site(config, beside, document_paths);
  if (!site) return base::Failure<app::Problems>(site.error());
  site->extent = extent;
  // Strict-Transport-Security is for the whole host, which is the owner's.
  if (extent == Extent::locations) site->hsts = {};
  site->replicas.assign(replicas.begin(), replicas.end());
  for (auto& replica : site->replicas) {
    if (replica.service.port == 0) replica.service.port = site->service.port;
  }
  auto problems = unmet_wishes(proxy, *site);
  std::ranges::move(problems_of_replicas(config, replicas), std::back_inserter(problems));
  if (!problems.empty()) return base::Failure<app::Problems>(std::move(problems));
  return render_site(proxy, *site);
}

}  // namespace agent_access::tools
