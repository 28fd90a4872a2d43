#include "tools/export/worker_hosts.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>

#include "app/text/words.hpp"
#include "base/ascii.hpp"
#include "base/base_url.hpp"
#include "site/templates/template.hpp"

namespace agent_access::tools {
namespace {

constexpr std::array kCloudflareFiles = std::to_array<WorkerFile>({{"wrangler.toml", "wrangler.toml"}});
constexpr std::array kPagesFiles =
    std::to_array<WorkerFile>({{"public/_worker.js/index.js", "pages.js"}, {"public/_routes.json", "_routes.json"}});
constexpr std::array kNetlifyFiles = std::to_array<WorkerFile>(
    {{"netlify.toml", "netlify.toml"}, {"netlify/edge-functions/agent-access.js", "netlify.js"}});
constexpr std::array kVercelFiles = std::to_array<WorkerFile>(
    {{"vercel.json", "vercel.json"}, {"middleware.js", "vercel.js"}, {"package.json", "package.json"}});
constexpr std::array kDenoFiles = std::to_array<WorkerFile>({{"deno.json", "deno.json"}, {"main.js", "deno.js"}});
constexpr std::array kNodeFiles = std::to_array<WorkerFile>({{"server.mjs", "server.mjs"},
                                                             {"node/connection.js", "connection.js"},
                                                             {"node/connection_counts.js", "connection_counts.js"},
                                                             {"node/files.js", "files.js"},
                                                             {"node/framing.js", "framing.js"},
                                                             {"node/line_writer.js", "line_writer.js"},
                                                             {"node/requests.js", "requests.js"},
                                                             {"package.json", "package.json"}});

constexpr std::array kHosts = std::to_array<WorkerHost>({
    {"cloudflare", "Cloudflare Workers", kCloudflareFiles, "worker",
     "npx wrangler secret put AGENT_ACCESS_SECRET < {{secret}}\nnpx wrangler deploy\nagent-access try {{url}}\n"},
    {"cloudflare-pages", "Cloudflare Pages", kPagesFiles, "public/_worker.js",
     "npx wrangler pages secret put AGENT_ACCESS_SECRET --project-name {{name}} < {{secret}}\n"
     "npx wrangler pages deploy public --project-name {{name}}\nagent-access try {{url}}\n"},
    {"netlify", "Netlify", kNetlifyFiles, "worker",
     "npx netlify env:set AGENT_ACCESS_SECRET \"$(cat {{secret}})\" --secret\n"
     "npx netlify deploy --prod\nagent-access try {{url}}\n"},
    {"vercel", "Vercel", kVercelFiles, "worker",
     "npx vercel env add AGENT_ACCESS_SECRET production < {{secret}}\nnpx vercel deploy --prod\n"
     "agent-access try {{url}}\n"},
    {"deno", "Deno", kDenoFiles, "worker",
     "export AGENT_ACCESS_SECRET=\"$(cat {{secret}})\"\ndeno task serve\nagent-access try {{url}}\n"},
    {"node", "Node", kNodeFiles, "worker",
     "export AGENT_ACCESS_SECRET=\"$(cat {{secret}})\" PORT=8080\nnode server.mjs\nagent-access try {{url}}\n"},
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

templates::View view_of(const app::Config& config, const service::Snapshot& snapshot) {
  templates::View view;
  view.set("url", snapshot.settings.base_urls.front().text());
  set_names(snapshot.settings.base_urls, view);
  view.set("secret", app::shown(std::filesystem::absolute(config.secret_file).lexically_normal()));
  view.set("limited", snapshot.limits.is_enabled());
  view.set("requests", std::to_string(snapshot.limits.requests));
  // The binding of Cloudflare knows two windows.
  view.set("window", snapshot.limits.window <= std::chrono::seconds{10} ? "10" : "60");
  return view;
}

}  // namespace

std::span<const WorkerHost> worker_hosts() noexcept { return kHosts; }

std::string worker_file(const WorkerFile& file, const app::Config& config, const service::Snapshot& snapshot) {
  return templates::filled("worker/" + std::string(file.template_name), view_of(config, snapshot));
}

std::string worker_steps(const WorkerHost& host, const app::Config& config, const service::Snapshot& snapshot) {
  return templates::fill("steps.txt", host.steps, view_of(config, snapshot));
}

}  // namespace agent_access::tools
