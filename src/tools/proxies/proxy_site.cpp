#include "tools/proxies/proxy_site.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "app/config/derived_values.hpp"
#include "base/ip_address.hpp"
#include "documents/paths.hpp"

namespace agent_access::tools {
namespace {

constexpr std::string_view kHttps = "https://";

bool is_https(const base::BaseUrl& base_url) { return base_url.text().starts_with(kHttps); }

bool is_public_name(const std::string& host) {
  return !host.starts_with('[') && host.find('.') != std::string::npos && !base::IpAddress::parse(host);
}

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

app::Problems problems_of(const app::Config& config, const content::Settings& settings,
                          const std::optional<net::Endpoint>& listen) {
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
    problems.push_back("base_urls: a site of a proxy has one scheme and one port; make those of all base URLs equal");
  }
  return problems;
}

}  // namespace

base::Result<ProxySite, app::Problems> make_proxy_site(const app::Config& config, const content::Settings& settings,
                                                       std::span<const std::string> document_paths) {
  const auto listen = net::parse_endpoint(config.listen_address);
  auto problems = problems_of(config, settings, listen);
  std::ranges::move(problems_of_gates(config, settings), std::back_inserter(problems));
  if (!problems.empty()) return base::Failure<app::Problems>(std::move(problems));

  ProxySite site;
  for (const auto& base_url : settings.base_urls) site.hosts.push_back(base::host_and_port(base_url).host);
  site.is_tls = is_https(settings.base_urls.front());
  site.port = base::host_and_port(settings.base_urls.front()).port;
  site.service = upstream_of(*listen);
  if (const auto admin = net::parse_endpoint(config.listen_admin)) site.admin = upstream_of(*admin);
  site.has_pages = settings.has_pages;
  if (!site.has_pages) site.paths = paths_beside(document_paths);
  site.field = app::make_trusted_proxies(config).field;
  site.wants_proxy_header = config.proxy_protocol;
  site.gates = gates_of_site(settings);
  // Each path below a folder or gate has metadata of its own (RFC 9728).
  const bool has_resources = !settings.access.documents.empty() || !settings.access.gates.empty();
  if (has_resources) site.prefixes.push_back(std::string(documents::kProtectedResourcePath) + "/");
  site.hsts = std::chrono::duration_cast<std::chrono::seconds>(config.tls_hsts);
  return site;
}

bool takes_address_of_service(const app::Config& config, const content::Settings& settings) {
  const auto service = net::parse_endpoint(config.listen_address);
  if (!service) return false;
  const bool is_wildcard = service->address == "0.0.0.0" || service->address == "::";
  return std::ranges::any_of(settings.base_urls, [&](const base::BaseUrl& base_url) {
    const auto [host, port] = base::host_and_port(base_url);
    if (is_wildcard || is_https(base_url)) return port == std::to_string(service->port);
    return net::to_text(*service) == std::string(loopback_of(host)) + ":" + port;
  });
}

net::Endpoint upstream_of(net::Endpoint listen) {
  if (listen.address == "0.0.0.0") listen.address = "127.0.0.1";
  if (listen.address == "::") listen.address = "::1";
  return listen;
}

std::string origin_of(const ProxySite& site, std::string_view host) {
  std::string origin(site.is_tls ? kHttps : "http://");
  origin.append(host);
  if (site.port != (site.is_tls ? "443" : "80")) origin.append(":").append(site.port);
  return origin;
}

std::string hsts_of(const ProxySite& site) {
  if (!site.is_tls || site.hsts.count() == 0) return {};
  return "max-age=" + std::to_string(site.hsts.count());
}

std::string_view loopback_of(std::string_view host) noexcept { return host == "localhost" ? "127.0.0.1" : host; }

std::string names_of(const ProxySite& site, std::string_view separator) {
  std::string names;
  for (const auto& host : site.hosts) names.append(names.empty() ? "" : separator).append(host);
  return names;
}

std::string without(std::string text, std::string_view part) {
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at)) text.erase(at, part.size());
  return text;
}

std::string certbot_names(const ProxySite& site) {
  std::string names;
  if (!std::ranges::all_of(site.hosts, is_public_name)) return names;
  for (const auto& host : site.hosts) names.append(" -d ").append(host);
  return names;
}

std::string webroot_comment(const ProxySite& site, std::string_view unit) {
  const auto names = certbot_names(site);
  if (names.empty()) return "# The certificate is your own: name its files below.\n";
  return "# The certificate is your own, or one of Let's Encrypt, made before this site is enabled and renewed by "
         "certbot:\n"
         "#   certbot certonly --webroot -w /var/www/html" +
         names + " --deploy-hook \"systemctl reload " + std::string(unit) + "\"\n";
}

}  // namespace agent_access::tools
