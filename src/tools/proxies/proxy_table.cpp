#include "tools/proxies/proxy_table.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>
#include <vector>

#include "app/text/text.hpp"
#include "base/ascii.hpp"
#include "base/nearest_name.hpp"
#include "tools/proxies/renderers.hpp"

namespace agent_access::tools {
namespace {

constexpr std::array kProxies{
    Proxy{"nginx", "nginx", render_nginx_site},
    Proxy{"caddy", "Caddy", render_caddy_site},
    Proxy{.name = "haproxy",
          .title = "HAProxy",
          .render = render_haproxy_site,
          .sends_proxy_header = true,
          .balances = true},
    Proxy{.name = "traefik", .title = "Traefik", .render = render_traefik_site, .sets_forwarded = false},
    Proxy{.name = "apache", .title = "Apache", .render = render_apache_site, .asks = false},
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
  if (site.wants_proxy_header && !proxy.sends_proxy_header) {
    problems.push_back("listen.proxy_protocol: the site for " + title +
                       " cannot send the PROXY protocol header of version 2; set it to false, or use HAProxy");
  }
  if (!site.gates.empty() && !proxy.asks) {
    problems.push_back(
        "gates: no module of " + title +
        " in Debian asks a service about a request; use nginx, Caddy, HAProxy or Traefik in front of it, "
        "or [[documents]] for files");
  }
  if (site.field == base::ForwardedField::forwarded && !proxy.sets_forwarded) {
    problems.push_back("limits.forwarded_field: " + title +
                       " cannot write the client's address into Forwarded; set it to \"X-Forwarded-For\"");
  }
  if (!site.replicas.empty() && !proxy.balances) {
    problems.push_back("--replica: the site for " + title + " has one replica; use HAProxy for several");
  }
  return problems;
}

}  // namespace

std::span<const Proxy> proxy_table() noexcept { return kProxies; }

const Proxy* find_proxy(std::string_view name) noexcept {
  const auto* const found = std::ranges::find(kProxies, name, &Proxy::name);
  return found == kProxies.end() ? nullptr : found;
}

std::string proxy_names(std::string_view separator) {
  std::string names;
  for (const auto& proxy : kProxies) names.append(names.empty() ? "" : separator).append(proxy.name);
  return names;
}

std::string complaint_about_proxy(std::string_view name) {
  if (find_proxy(name) != nullptr) return {};
  const auto names = names_of_proxies();
  const auto nearest = base::nearest_name(base::lower_case(name), names);
  std::string text = "unknown proxy";
  text += nearest.empty() ? "." : "; did you mean " + std::string(nearest) + "?";
  return text.append(" Known are: ").append(proxy_names(", "));
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
  auto problems = unmet_wishes(proxy, *site);
  std::ranges::move(problems_of_replicas(config, replicas), std::back_inserter(problems));
  if (!problems.empty()) return base::Failure<app::Problems>(std::move(problems));
  return proxy.render(*site);
}

}  // namespace agent_access::tools
