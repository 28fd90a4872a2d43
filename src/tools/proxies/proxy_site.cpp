#include "tools/proxies/proxy_site.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "app/text/words.hpp"
#include "base/ascii.hpp"
#include "oauth/types.hpp"
#include "service/service_paths.hpp"
#include "site/documents/paths.hpp"

namespace agent_access::tools {
namespace {

constexpr std::string_view kHttps = "https://";

bool is_https(const base::BaseUrl& base_url) { return base_url.text().starts_with(kHttps); }

bool have_one_listener(const std::vector<base::BaseUrl>& base_urls) {
  return std::ranges::all_of(base_urls, [&](const base::BaseUrl& base_url) {
    return is_https(base_url) == is_https(base_urls.front()) &&
           base::host_and_port(base_url).port == base::host_and_port(base_urls.front()).port;
  });
}

std::vector<std::string> paths_beside(std::span<const std::string> document_paths) {
  std::vector<std::string> paths(document_paths.begin(), document_paths.end());
  std::erase(paths, "/");
  std::ranges::sort(paths);
  return paths;
}

std::vector<std::string> credential_paths_of(const content::Settings& settings) {
  std::vector<std::string> paths;
  if (settings.issues_tokens()) {
    for (const auto path : {documents::kRegisterPath, documents::kTokenPath, oauth::kProfilePath}) {
      paths.emplace_back(path);
    }
    for (const auto& document : settings.access.documents) paths.push_back(document.path);
  }
  if (settings.serves_mcp())
    paths.insert(paths.end(), {std::string(documents::kMcpPath), std::string(documents::kMcpSlashPath)});
  return paths;
}

app::Problems problems_of(const app::Config& config, const content::Settings& settings,
                          const std::optional<base::Endpoint>& listen) {
  app::Problems problems;
  if (!config.tls_certificate.empty()) {
    problems.push_back(
        "tls.certificate: the program terminates TLS itself; remove tls.certificate and tls.key for a proxy that does");
  }
  if (!listen || listen->port == 0) {
    problems.push_back("listen.address: a proxy cannot connect to " + config.listen_address +
                       "; write an address with a port, such as 127.0.0.1:8080");
  }
  if (!have_one_listener(settings.base_urls)) {
    problems.push_back("base_urls: all base URLs must have the same scheme and port, to print a site for a proxy");
  }
  return problems;
}

constexpr std::size_t kLongestReplicaName = 64;

std::vector<SiteLimit> limits_of(const app::Config& config) {
  std::vector<SiteLimit> limits;
  const auto requests = config.policy.requests;
  if (requests == 0) return limits;
  for (const auto& [network, factor] : config.policy.wide_networks) {
    limits.push_back({network.text(), requests * factor});
  }
  limits.push_back({"", requests});
  return limits;
}

bool is_replica_name(std::string_view name) noexcept {
  return !name.empty() && name.size() <= kLongestReplicaName && std::ranges::all_of(name, [](char c) {
    return base::is_letter(c) || base::is_digit(c) || c == '-' || c == '_';
  });
}

void find_equal_replicas(std::span<const Replica> replicas, app::Problems& problems) {
  for (std::size_t at = 0; at < replicas.size(); ++at) {
    const auto before = replicas.first(at);
    const auto& [name, service] = replicas[at];
    if (std::ranges::any_of(before, [&](const Replica& other) { return other.service.address == service.address; })) {
      problems.push_back("--replica: two replicas have the address " + service.address +
                         "; give each an address of its own, because health checks use the port of listen.admin at it");
    } else if (std::ranges::find(before, name, &Replica::name) != before.end()) {
      problems.push_back("--replica: two replicas are named " + name + "; give each a name of its own");
    }
  }
}

/// Whether an address without port, such as "127.0.0.1" or "::1", is reachable from this machine only.
bool is_loopback_address(std::string_view address) {
  const auto parsed = base::IpAddress::parse(address);
  return parsed && parsed->is_loopback();
}

/// A complaint if a proxy on another machine cannot connect to what this setting says.
void find_unreachable(std::string_view setting, const std::string& value, std::string_view remedy,
                      app::Problems& problems) {
  const auto endpoint = base::parse_endpoint(value);
  if (!endpoint || !is_loopback_address(endpoint->address)) return;
  problems.push_back(std::string(setting) + ": a proxy on another machine cannot connect to " + value + "; " +
                     std::string(remedy));
}

bool trusts_only_this_machine(const app::Config& config) {
  return std::ranges::all_of(config.policy.trusted.networks, [](const base::Network& network) {
    return is_loopback_address(std::string_view(network.text()).substr(0, network.text().find('/')));
  });
}

}  // namespace

base::Result<ProxySite, app::Problems> make_proxy_site(const app::Config& config, const content::Settings& settings,
                                                       std::span<const std::string> document_paths) {
  const auto listen = base::parse_endpoint(config.listen_address);
  auto problems = problems_of(config, settings, listen);
  std::ranges::move(problems_of_gates(config, settings), std::back_inserter(problems));
  if (!problems.empty()) return base::Failure<app::Problems>(std::move(problems));

  ProxySite site;
  for (const auto& base_url : settings.base_urls) site.hosts.push_back(base::host_and_port(base_url).host);
  site.is_tls = is_https(settings.base_urls.front());
  site.port = base::host_and_port(settings.base_urls.front()).port;
  site.service = upstream_of(*listen);
  if (const auto admin = base::parse_endpoint(config.listen_admin)) site.admin = upstream_of(*admin);
  site.has_pages = settings.has_pages;
  if (!site.has_pages) site.paths = paths_beside(document_paths);
  site.credential_paths = credential_paths_of(settings);
  site.field = config.policy.trusted.field;
  site.gates = gates_of_site(settings);
  if (settings.is_beside) {
    site.prefixes = service::metadata_prefixes(settings);
  } else if (!settings.access.documents.empty() || !settings.access.gates.empty()) {
    // Each path below a folder or gate has metadata of its own (RFC 9728).
    site.prefixes.push_back(std::string(documents::kProtectedResourcePath) + "/");
  }
  site.hsts = std::chrono::duration_cast<std::chrono::seconds>(config.tls_hsts);
  site.limits = limits_of(config);
  site.window = std::chrono::duration_cast<std::chrono::milliseconds>(config.policy.window);
  site.has_mcp = settings.serves_mcp();
  return site;
}

bool takes_address_of_service(const app::Config& config, const content::Settings& settings) {
  const auto service = base::parse_endpoint(config.listen_address);
  if (!service) return false;
  const bool is_wildcard = service->address == "0.0.0.0" || service->address == "::";
  return std::ranges::any_of(settings.base_urls, [&](const base::BaseUrl& base_url) {
    const auto [host, port] = base::host_and_port(base_url);
    if (is_wildcard || is_https(base_url)) return port == std::to_string(service->port);
    return base::to_text(*service) == std::string(loopback_of(host)) + ":" + port;
  });
}

base::Endpoint upstream_of(base::Endpoint listen) {
  if (listen.address == "0.0.0.0") listen.address = "127.0.0.1";
  if (listen.address == "::") listen.address = "::1";
  return listen;
}

bool has_default_port(const ProxySite& site) { return site.port == (site.is_tls ? "443" : "80"); }

std::string origin_of(const ProxySite& site, std::string_view host) {
  std::string origin(site.is_tls ? kHttps : "http://");
  origin.append(host);
  if (!has_default_port(site)) origin.append(":").append(site.port);
  return origin;
}

std::string name_of(const ProxySite& site) {
  std::string name("agent_access_");
  for (const char c : site.hosts.front()) {
    if (base::is_letter(c) || base::is_digit(c)) name += c;
    if (c == '.' || c == ':') name += '_';
    // Two, because "a-b.example" is not "a.b.example".
    if (c == '-') name += "__";
  }
  return has_default_port(site) ? name : name + "_" + site.port;
}

std::string_view loopback_of(std::string_view host) noexcept { return host == "localhost" ? "127.0.0.1" : host; }

base::Result<Replica, std::string> parse_replica(std::string_view text) {
  const auto refuse = [](const std::string& reason) {
    return base::Failure(reason + "; write its address, such as 10.0.0.11:8080");
  };
  const auto end = text.find('=');
  const bool has_name = end != std::string_view::npos;
  const auto name = text.substr(0, has_name ? end : 0);
  if (has_name && !is_replica_name(name)) {
    return refuse("a name has letters, digits, hyphens and underscores, and not " + app::in_quotes(name));
  }
  const auto address = has_name ? text.substr(end + 1) : text;
  auto service = base::parse_endpoint(address);
  if (service && service->port == 0) service.reset();
  if (!service) service = base::parse_endpoint(std::string(address) + ":0");
  if (!service || service->address == "0.0.0.0" || service->address == "::") {
    return refuse("a proxy cannot connect to " + app::in_quotes(address));
  }
  return Replica{has_name ? std::string(name) : service->address, *service};
}

std::string complaint_about_replica(std::string_view text) {
  const auto replica = parse_replica(text);
  return replica ? std::string() : replica.error();
}

app::Problems problems_of_replicas(const app::Config& config, std::span<const Replica> replicas) {
  app::Problems problems;
  if (replicas.empty()) return problems;
  find_equal_replicas(replicas, problems);
  if (!base::parse_endpoint(config.listen_admin)) {
    problems.push_back(
        "listen.admin: without it a proxy cannot know which replica is ready; set it, such as to \"0.0.0.0:9464\"");
  }
  if (std::ranges::all_of(replicas,
                          [](const Replica& replica) { return is_loopback_address(replica.service.address); }))
    return problems;
  find_unreachable("listen.address", config.listen_address, "set it to \"0.0.0.0:8080\"", problems);
  find_unreachable("listen.admin", config.listen_admin,
                   "set it to \"0.0.0.0:9464\", and let only the proxy and Prometheus connect to it", problems);
  if (trusts_only_this_machine(config)) {
    problems.push_back(
        "limits.trusted_proxies: has addresses of this machine only; add that of the proxy, or all clients share one "
        "limit");
  }
  return problems;
}

}  // namespace agent_access::tools
