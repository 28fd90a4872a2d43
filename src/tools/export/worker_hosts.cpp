#include "tools/export/worker_hosts.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>

#include "app/text/platform.hpp"
#include "app/text/words.hpp"
#include "base/ascii.hpp"
#include "base/base_url.hpp"
#include "service/service_paths.hpp"
#include "site/templates/template.hpp"

namespace agent_access::tools {
namespace {

namespace bj = boost::json;

constexpr std::array kCloudflareFiles = std::to_array<WorkerFile>({{"wrangler.toml", "worker/wrangler.toml"}});
constexpr std::array kPagesFiles = std::to_array<WorkerFile>(
    {{"public/_worker.js/index.js", "worker/pages.js"}, {"public/_routes.json", "worker/_routes.json"}});
constexpr std::array kNetlifyFiles = std::to_array<WorkerFile>(
    {{"netlify.toml", "worker/netlify.toml"}, {"netlify/edge-functions/agent-access.js", "worker/netlify.js"}});
constexpr std::array kVercelFiles = std::to_array<WorkerFile>({{"vercel.json", "worker/vercel.json"},
                                                               {"middleware.js", "worker/vercel.js"},
                                                               {"package.json", "worker/package.json"}});
constexpr std::array kDenoFiles =
    std::to_array<WorkerFile>({{"deno.json", "worker/deno.json"}, {"main.js", "worker/deno.js"}});
constexpr std::array kNodeFiles =
    std::to_array<WorkerFile>({{"server.mjs", "worker/server.mjs"},
                               {"node/connection.js", "worker/connection.js"},
                               {"node/connection_counts.js", "worker/connection_counts.js"},
                               {"node/files.js", "worker/files.js"},
                               {"node/framing.js", "worker/framing.js"},
                               {"node/line_writer.js", "worker/line_writer.js"},
                               {"beside/site.js", "worker_site/site.js"},
                               {"beside/folder.js", "worker_site/folder.js"},
                               {"beside/upstream.js", "worker_site/upstream.js"},
                               {"package.json", "worker/package.json"}});

constexpr WorkerFile kTypes = {"agent-access.d.ts", "worker/agent-access.d.ts"};
constexpr std::array kBesideCloudflare =
    std::to_array<WorkerFile>({{"worker.js", "worker_beside/cloudflare.js"}, kTypes});
constexpr std::array kBesidePages = std::to_array<WorkerFile>(
    {{"middleware.js", "worker_beside/pages.js"}, {"_routes.json", "worker_beside/_routes.json"}, kTypes});
constexpr std::array kBesideNetlify = std::to_array<WorkerFile>({{"netlify.js", "worker_beside/netlify.js"}, kTypes});
constexpr std::array kBesideVercel = std::to_array<WorkerFile>({{"vercel.js", "worker_beside/vercel.js"}, kTypes});
constexpr std::array kBesideDeno = std::to_array<WorkerFile>({{"deno.json", "worker_beside/deno.json"},
                                                              {"main.js", "worker_beside/deno.js"},
                                                              {"beside/site.js", "worker_site/site.js"},
                                                              {"beside/folder.js", "worker_site/folder.js"},
                                                              {"beside/upstream.js", "worker_site/upstream.js"}});
// A project without "type": "module" imports the module, too.
constexpr std::array kModuleFiles = std::to_array<WorkerFile>({kTypes, {"package.json", "worker/package.json"}});

/// As their tools refuse more (wrangler 4).
constexpr PathRules kRulesOfCloudflare = {100, 100};

constexpr std::array kHosts = std::to_array<WorkerHost>({
    {"cloudflare", "Cloudflare Workers", {kCloudflareFiles, "worker"}, {kBesideCloudflare, {}, kRulesOfCloudflare}},
    {"cloudflare-pages",
     "Cloudflare Pages",
     {kPagesFiles, "public/_worker.js"},
     {kBesidePages, {}, kRulesOfCloudflare}},
    {"netlify", "Netlify", {kNetlifyFiles, "worker"}, {kBesideNetlify, {}}},
    {"vercel", "Vercel", {kVercelFiles, "worker"}, {kBesideVercel, {}}},
    {"deno", "Deno", {kDenoFiles, "worker"}, {kBesideDeno, {}}},
    {"node", "Node", {kNodeFiles, "worker"}, {kNodeFiles, "worker"}},
    {"module", "the server of your site", {kModuleFiles, {}}, {kModuleFiles, {}}},
});

/// The names under which Cloudflare and others run a project; a label of DNS is not longer.
constexpr std::size_t kMostNameSize = 63;

/// "NAME" of NAME.ACCOUNT.workers.dev and NAME.pages.dev; empty for other hosts.
std::string_view name_at_cloudflare(std::string_view host) {
  const std::string_view name = host.substr(0, host.find('.'));
  const std::string_view rest = host.substr(std::min(name.size() + 1, host.size()));
  const bool is_worker = rest.ends_with(".workers.dev") && std::ranges::count(rest, '.') == 2;
  return is_worker || rest == "pages.dev" ? name : std::string_view();
}

bool is_own_domain(std::string_view host) noexcept {
  return base::is_public_host(host) && name_at_cloudflare(host).empty();
}

void set_names(const std::vector<base::BaseUrl>& urls, templates::View& view) {
  std::string name = base::host_and_port(urls.front()).host;
  std::vector<templates::View> domains;
  for (const base::BaseUrl& url : urls) {
    const std::string host = base::host_and_port(url).host;
    if (!name_at_cloudflare(host).empty()) name = name_at_cloudflare(host);
    if (is_own_domain(host)) domains.emplace_back().set("domain", host);
  }
  std::ranges::replace_if(name, [](char c) { return !base::is_lower(c) && !base::is_digit(c); }, '-');
  view.set("name", name.substr(0, kMostNameSize));
  view.set("has_domains", !domains.empty());
  view.set("also_workers_dev", !domains.empty() && domains.size() < urls.size());
  view.set("domains", domains);
}

/// In the syntax of URLPattern and path-to-regexp, where these characters mean something.
std::string pattern_of(std::string_view path) {
  std::string pattern;
  for (const char c : path) {
    if (std::string_view("\\:*+?(){}").find(c) != std::string_view::npos) pattern += '\\';
    pattern += c;
  }
  return pattern;
}

std::vector<std::string> paths_of(const service::Snapshot& snapshot) {
  return service::service_paths(snapshot.sites.front().documents, snapshot.settings).exact;
}

void set_paths(std::span<const std::string> paths, templates::View& view) {
  bj::array exact;
  bj::array patterns;
  for (const std::string& path : paths) {
    exact.emplace_back(path);
    patterns.emplace_back(pattern_of(path));
  }
  view.set("paths", bj::serialize(exact)).set("patterns", bj::serialize(patterns));
}

std::string absolute_name(const std::filesystem::path& path) {
  return app::shown(std::filesystem::absolute(path).lexically_normal());
}

templates::View view_of(const app::Config& config, const service::Snapshot& snapshot) {
  templates::View view;
  view.set("url", snapshot.settings.base_urls.front().text());
  set_names(snapshot.settings.base_urls, view);
  set_paths(paths_of(snapshot), view);
  view.set("is_beside", snapshot.settings.is_beside);
  view.set("issues_tokens", snapshot.settings.issues_tokens());
  const bool is_windows = app::platform() == app::Platform::windows;
  const std::string secret = absolute_name(config.secret_file);
  view.set("is_windows", is_windows);
  view.set("secret", secret);
  // PowerShell has no "<", and would add a carriage return to what it pipes.
  view.set("from_secret", (is_windows ? " # paste the line of " : "< ") + secret);
  view.set_optional("config", config.file.empty() ? "" : absolute_name(config.file));
  view.set("limited", snapshot.limits.is_enabled());
  view.set("requests", std::to_string(snapshot.limits.requests));
  // The binding of Cloudflare knows two windows.
  view.set("window", snapshot.limits.window <= std::chrono::seconds{10} ? "10" : "60");
  return view;
}

}  // namespace

std::span<const WorkerHost> worker_hosts() noexcept { return kHosts; }

const WorkerForm& WorkerHost::form(const content::Settings& settings) const noexcept {
  return settings.is_beside ? beside : alone;
}

app::Problems problems_of_rules(const WorkerHost& host, const service::Snapshot& snapshot) {
  const auto& [most, longest] = host.form(snapshot.settings).rules;
  const auto paths = paths_of(snapshot);
  app::Problems problems;
  if (paths.size() > most) {
    problems.push_back(std::string(host.title) + " reads " + std::to_string(most) + " paths, and this service has " +
                       std::to_string(paths.size()) +
                       "; leave files of content.root to your site (root = \"\" in [content]), or export for another "
                       "host");
  }
  for (const std::string& path : paths) {
    if (path.size() <= longest) continue;
    problems.push_back(std::string(host.title) + " reads paths of at most " + std::to_string(longest) +
                       " characters, and " + path + " has " + std::to_string(path.size()) +
                       "; give the document a shorter path, or export for another host");
  }
  return problems;
}

std::vector<std::string> worker_omissions(const WorkerHost& host, const service::Snapshot& snapshot) {
  std::vector<std::string> omissions;
  if (!snapshot.settings.access.gates.empty()) {
    omissions.emplace_back("[[gates]] need the service: a worker does not stand in front of other servers");
  }
  if (!snapshot.limits.wide_networks.empty()) {
    omissions.emplace_back("limits.wide_networks is for the service: a worker gives every network the same limit");
  }
  const bool is_one = host.form(snapshot.settings).module_folder.empty();
  if (is_one && snapshot.settings.has_pages) {
    omissions.emplace_back(
        "content.pages = true: the module takes the paths of the generated pages, also /; set content.beside = true to "
        "leave them to your site");
  }
  return omissions;
}

std::string worker_file(const WorkerFile& file, const app::Config& config, const service::Snapshot& snapshot) {
  return templates::filled(file.template_name, view_of(config, snapshot));
}

std::string worker_steps(const WorkerHost& host, const std::filesystem::path& folder, const app::Config& config,
                         const service::Snapshot& snapshot) {
  const std::string name = folder.filename().string();
  const std::string quoted = app::in_quotes("./" + name);
  templates::View view = view_of(config, snapshot);
  view.set("program", app::program());
  view.set("out", app::shown(folder));
  view.set("project", app::shown(folder.parent_path()));
  view.set("folder", app::shown(name));
  view.set("in_quotes", std::string_view(quoted).substr(3, quoted.size() - 4));
  return templates::filled("worker_steps/" + std::string(host.name) + ".txt", view);
}

}  // namespace agent_access::tools
