#include "app/serve/service.hpp"

#include <cstdint>
#include <memory>
#include <utility>

#include "app/config/setting_table.hpp"
#include "app/deployment/system_clock.hpp"

namespace agent_access::app {
namespace {

/// Of a playground, where all clients have the same address: enough for a test suite, and still a limit, so that
/// responses have RateLimit fields.
constexpr std::uint64_t kDevRequests = 60'000;

/// A folder sets all content at once; files missing in it are optional. Without one the example is used for every file
/// that is not configured, and files in the working directory are ignored.
void take_site(Config& config, const std::filesystem::path& site) {
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

void take_playground(Config& config, const Playground& playground) {
  config.listen_address = net::to_text(playground.listen);
  if (playground.secret) config.secret_text = playground.secret->duplicate();
  if (config.is_default("base_urls")) config.base_urls = dev_base_urls(playground.listen);
  // Off by default, so that two playgrounds on one machine do not conflict on the admin port.
  if (config.is_default("listen.admin")) config.listen_admin.clear();
  if (config.is_default("limits.requests")) config.limit_requests = kDevRequests;
  // A playground shows what the program can publish.
  if (config.is_default("mcp.enabled")) config.mcp_enabled = true;
  if (config.is_default("discovery.ard")) config.discovery_ard = true;
  if (config.is_default("discovery.page_markdown")) config.discovery_page_markdown = config.pages;
  take_site(config, playground.site);
}

base::Result<LoadedService, Problems> load_playground(Config config, const Playground& playground) {
  take_playground(config, playground);
  std::vector<std::string> warnings;
  auto plan = load_key_plan(config, warnings);
  const auto fallback = playground.site.empty() ? Fallback::example : Fallback::minimal;
  auto material = load_material(config, std::move(plan), fallback, std::move(warnings));
  if (!material) return base::Failure<Problems>(material.error());
  return LoadedService{std::move(config), std::move(*material), nullptr};
}

}  // namespace

std::vector<std::string> dev_base_urls(const net::Endpoint& endpoint) {
  const auto port = ":" + std::to_string(endpoint.port);
  const bool is_v6 = endpoint.address.find(':') != std::string::npos;
  return {(is_v6 ? "http://[::1]" : "http://127.0.0.1") + port, "http://localhost" + port};
}

base::Result<LoadedService, Problems> load_service(const ServiceSource& source) {
  auto config = load_config(source.sources);
  if (!config) return base::Failure<Problems>(config.error());
  if (source.playground) return load_playground(std::move(*config), *source.playground);
  auto material = load_material(*config);
  if (!material) return base::Failure<Problems>(material.error());
  auto tls = load_tls(*config, material->key_plan.masters.front(), std::make_shared<SystemClock>(), material->warnings);
  if (!tls) return base::Failure<Problems>(tls.error());
  return LoadedService{std::move(*config), std::move(*material), std::move(*tls)};
}

}  // namespace agent_access::app
