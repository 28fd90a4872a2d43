#include "tools/proxies/check_site.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "app/deployment/kept_paths.hpp"
#include "app/text/words.hpp"
#include "base/hex.hpp"
#include "base/text.hpp"
#include "site/documents/paths.hpp"
#include "site/publish/open_paths.hpp"
#include "site/publish/publication.hpp"
#include "tools/proxies/nginx_servers.hpp"
#include "tools/proxies/proxy_table.hpp"

namespace agent_access::tools {
namespace {

constexpr const char* kNginxFolder = "/etc/nginx";

/// All that the service publishes, or, for a site that exists, the documents alone; beside a site the endpoints, too.
std::vector<std::string> paths_of(const service::Snapshot& snapshot, Extent extent) {
  if (snapshot.settings.is_beside) return snapshot.service_paths.exact;
  std::vector<std::string> paths;
  if (extent == Extent::site) paths = snapshot.sites.front().documents.paths();
  auto settings = snapshot.settings;
  settings.has_pages = false;
  for (const auto& row : publish::document_table()) {
    if (extent == Extent::locations && documents::is_published(row, settings)) paths.emplace_back(row.path);
  }
  if (settings.serves_mcp()) paths.emplace_back(documents::kMcpPath);
  return paths;
}

std::vector<std::string> prefixes_of(const content::Settings& settings) {
  std::vector<std::string> prefixes;
  for (const auto& gate : settings.access.gates) prefixes.push_back(gate.prefix);
  return prefixes;
}

void warn_of_settings(app::Report& report, const SiteRequest& wanted, const app::Config& config,
                      const content::Settings& settings) {
  if (wanted.extent == Extent::locations && settings.has_pages) {
    report.warn("proxy",
                "content.pages: the documents link to generated pages, which your site does not pass on; set "
                "beside = true in [content]");
  }
  if (wanted.extent == Extent::locations && !settings.access.gates.empty()) {
    report.warn("gates",
                "a location or handler of your own site for a gated path could come first and need no token; "
                "remove such ones, and see with `agent-access try` that the gates hold");
  }
  if (!wanted.proxy.empty() && takes_address_of_service(config, settings)) {
    report.warn("proxy", "base_urls: the proxy would listen at the port at which the service listens, " +
                             config.listen_address + "; give the service another one in listen.address");
  }
}

/// nginx serves the first of two servers with one name, and only warns.
void warn_of_other_servers(app::Report& report, const SiteRequest& wanted, const std::vector<std::string>& hosts) {
  if (wanted.proxy != "nginx" || wanted.extent == Extent::locations) return;
  for (const auto& server : find_nginx_servers(kNginxFolder, hosts)) {
    report.warn("proxy", app::shown(server.file) + ":" + std::to_string(server.line) + " has a server for " +
                             server.name +
                             " already, and nginx serves only one of two; to keep that site, print what it includes "
                             "with --locations");
  }
}

/// Takes away the paths of documents for which the server has a location of its own: nginx does not start with two.
void leave_own_locations(app::Report& report, const content::Settings& settings, const std::vector<std::string>& hosts,
                         std::vector<std::string>& paths) {
  std::vector<std::string> places;
  std::vector<std::string> left;
  for (const auto& location : find_nginx_locations(kNginxFolder, hosts)) {
    const auto path =
        std::ranges::find_if(paths, [&](std::string_view own) { return base::percent_decoded(own) == location.path; });
    if (path == paths.end()) continue;
    auto place = app::shown(location.file) + ":" + std::to_string(location.line) + " has location = " + location.path;
    if (app::is_path_that_can_be_kept(*path)) {
      places.push_back(std::move(place));
      left.push_back(*path);
      paths.erase(path);
    } else {
      report.find_defect("proxy", place +
                                      ", where this service must answer; remove it, because nginx does not start "
                                      "with two locations for one path");
    }
  }
  if (left.empty()) return;
  report.warn("proxy", base::joined(places) + ", so the text leaves this to your site; write " +
                           app::keep_paths_with(settings, left) + ", or remove it and print again");
}

/// What is said about a site that can be printed.
void report_site(app::Report& report, const Proxy& proxy, Extent extent, const ProxyText& site) {
  for (const auto& path : site.omitted) {
    report.warn("proxy", std::string(proxy.title) + " cannot express the path " + path + "; your own pages get it");
  }
  for (const auto& path : site.redirected) {
    report.warn("proxy", std::string(proxy.title) + " cannot express the path " + path +
                             "; on port 80 it is redirected, also with a token");
  }
  if (extent == Extent::locations) {
    report.ok("proxy", "takes " + publish::line_of(site.taken) + "; all other paths stay those of your site");
  }
}

}  // namespace

std::string render_site(app::Report& report, const SiteRequest& wanted, const app::Config& config,
                        const service::Snapshot& snapshot) {
  const auto& proxy = wanted.proxy.empty() ? proxy_table().front() : *find_proxy(wanted.proxy);
  auto paths = paths_of(snapshot, wanted.extent);
  std::vector<std::string> hosts;
  for (const auto& base_url : snapshot.settings.base_urls) hosts.push_back(base::host_and_port(base_url).host);
  if (wanted.proxy == "nginx" && wanted.extent == Extent::locations) {
    leave_own_locations(report, snapshot.settings, hosts, paths);
  }
  const auto site = render_proxy(proxy, config, snapshot.settings, paths, wanted.replicas, wanted.extent);
  if (!site) {
    for (const auto& problem : site.error()) {
      wanted.proxy.empty() ? report.ok("proxy", "no example: " + problem) : report.fail("proxy", problem);
    }
    return {};
  }
  report_site(report, proxy, wanted.extent, *site);
  warn_of_settings(report, wanted, config, snapshot.settings);
  warn_of_other_servers(report, wanted, hosts);
  if (!wanted.proxy.empty()) return site->text;
  return "\nReverse proxy (" + std::string(proxy.title) + "), for example; check --proxy prints one for " +
         proxy_names(", ") + ":\n\n" + site->text;
}

void report_open_paths(app::Report& report, const service::Snapshot& snapshot) {
  const auto& settings = snapshot.settings;
  // Beside a site others below /oauth/ may be that site's.
  const bool has_folders = settings.issues_tokens() && !settings.is_beside;
  const auto paths = publish::open_paths(paths_of(snapshot, Extent::locations), prefixes_of(settings), has_folders);
  report.ok("no challenge", publish::line_of(paths));
}

std::string render_dns_records(const content::Settings& settings, bool has_own_tls) {
  std::vector<templates::View> hosts;
  for (const auto& base_url : settings.base_urls) {
    const auto [host, port] = base::host_and_port(base_url);
    if (!base::is_public_host(host)) continue;
    hosts.push_back(templates::View().set("host", host).set("port", port).set("is_default_port", port == "443"));
  }
  if (hosts.empty()) return {};
  return proxy_text("dns.zone",
                    templates::View().set("hosts", hosts).set("alpn", has_own_tls ? "http/1.1" : "h2,http/1.1"));
}

void check_gates(app::Report& report, const app::Config& config, const content::Settings& settings) {
  if (settings.access.gates.empty()) return;
  const auto problems = problems_of_asking(config);
  for (const auto& problem : problems) report.fail("gates", problem);
  if (problems.empty()) report.ok("gates", base::joined(prefixes_of(settings), ", "));
}

}  // namespace agent_access::tools
