#include "app/deployment/playground.hpp"

#include <cstdint>
#include <system_error>
#include <utility>

#include "app/config/setting_table.hpp"
#include "app/text/words.hpp"

namespace agent_access::app {
namespace {

/// The limit of a playground, where all clients have the same address: enough for a test suite, and still a limit, so
/// that responses have RateLimit fields.
constexpr std::int64_t kDevRequests = 60'000;

/// The sources of the command line, else those of the configuration in the folder.
Problems set_sources(Config& config, const Playground& playground, const Environment& environment) {
  std::error_code ignored;
  if (!playground.sources.empty()) {
    config.sources = playground.sources;
    config.publish = playground.publish;
  } else if (std::filesystem::exists(playground.config, ignored)) {
    auto of_folder = load_config({playground.config, environment, {}});
    if (!of_folder) return of_folder.error();
    config.sources = std::move(of_folder->sources);
    config.publish = std::move(of_folder->publish);
  }
  return {};
}

/// A folder sets all content at once; files missing in it are optional. Without one the example is used for every file
/// that is not configured, and files in the working directory are ignored.
void set_site(Config& config, const std::filesystem::path& site) {
  if (site.empty()) {
    if (config.is_default("content.root")) config.root.clear();
    return;
  }
  config.profile = site / "profile.json";
  config.site = site / "site.json";
  config.faq = site / "faq.json";
  config.root = site / "public";
  for (const auto* key : {"profile", "site", "faq", "root"}) config.origins[*find_setting("content", key)] = {};
}

void set_defaults(Config& config, const Playground& playground) {
  config.listen_address = base::to_text(playground.listen);
  if (playground.secret) config.secret_text = playground.secret->duplicate();
  if (config.is_default("base_urls")) config.settings.base_urls = dev_base_urls(playground.listen);
  // Off by default, so that two playgrounds on one machine do not conflict on the admin port.
  if (config.is_default("listen.admin")) config.listen_admin.clear();
  if (config.is_default("limits.requests")) config.policy.requests = kDevRequests;
  // A playground shows what the program can publish.
  auto& settings = config.settings;
  if (config.is_default("mcp.enabled")) settings.mcp.is_enabled = !settings.issuer;
  if (config.is_default("discovery.ard")) settings.conventions.ard = true;
  if (config.is_default("discovery.page_markdown")) settings.conventions.page_markdown = settings.has_pages;
  const bool is_demo = playground.site.empty() && config.is_default("content.site") && config.sources.empty();
  settings.preview = {.is_on = true, .is_demo = is_demo};
  set_site(config, playground.site);
}

}  // namespace

std::vector<base::BaseUrl> dev_base_urls(const base::Endpoint& endpoint) {
  const auto port = ":" + std::to_string(endpoint.port);
  const bool is_v6 = endpoint.address.find(':') != std::string::npos;
  return {base::BaseUrl((is_v6 ? "http://[::1]" : "http://127.0.0.1") + port),
          base::BaseUrl("http://localhost" + port)};
}

Problems take_playground(Config& config, const Playground& playground, const Environment& environment) {
  if (!playground.site.empty() && !std::filesystem::is_directory(playground.site)) {
    return {"there is no folder " + shown(playground.site)};
  }
  if (auto problems = set_sources(config, playground, environment); !problems.empty()) return problems;
  set_defaults(config, playground);
  return {};
}

Fallback fallback_of(const Playground& playground) {
  return playground.site.empty() ? Fallback::example : Fallback::draft;
}

}  // namespace agent_access::app
