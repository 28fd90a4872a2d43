#include "commands/command_line.hpp"
#include "commands/commands.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <iostream>
#include <vector>

#include "app/deployment/content_files.hpp"
#include "app/deployment/material.hpp"
#include "app/text/text.hpp"
#include "base/ascii.hpp"
#include "documents/metadata/metadata.hpp"
#include "documents/paths.hpp"
#include "json/json_text.hpp"

namespace agent_access::commands {
namespace {

constexpr std::string_view kRegistrySchema =
    "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";
constexpr std::size_t kLongestSuffix = 100;

/// major.minor.patch, and what follows '-' or '+' (semver.org): letters, digits, dots and hyphens.
bool is_semantic_version(std::string_view text) noexcept {
  for (int part = 0; part < 3; ++part) {
    const auto end = std::ranges::find_if_not(text, base::is_digit);
    const auto size = static_cast<std::size_t>(end - text.begin());
    if (size == 0 || size > 9) return false;
    text.remove_prefix(size);
    if (part == 2) break;
    if (!text.starts_with('.')) return false;
    text.remove_prefix(1);
  }
  if (text.empty()) return true;
  const bool is_suffix =
      text.size() > 1 && text.size() <= kLongestSuffix && (text.front() == '-' || text.front() == '+');
  return is_suffix &&
         std::ranges::all_of(text.substr(1), [](char c) { return base::is_alphanumeric(c) || c == '.' || c == '-'; });
}

struct RegistryOptions {
  ConfigOption config;
  std::string version;  ///< of the entry: a semantic version; empty: that of the API
};

/// Prints the file for the first base URL.
int run_registry(const RegistryOptions& options) {
  const std::string_view version = options.version.empty() ? documents::kApiVersion : options.version;
  if (!is_semantic_version(version)) {
    std::cerr << "agent-access: --entry-version must be a version such as 1.0.1\n";
    return 2;
  }
  const auto config = app::load_config(options.config.sources());
  if (!config) return app::fail(config.error());
  const auto settings = app::load_settings(*config);
  if (!settings) return app::fail(settings.error());
  if (!config->mcp_enabled) {
    return app::fail({"registry: mcp.enabled is false, so there is no endpoint to list; set mcp.enabled = true"});
  }
  const auto& base_url = settings->base_urls.front();
  if (const auto complaint = registry_complaint(base_url)) return app::fail({"registry: " + *complaint});
  std::vector<std::string> warnings;
  const auto site = app::load_site(*config, base::host_and_port(base_url).host, app::Fallback::minimal, warnings);
  if (!site) return app::fail(site.error());
  app::print_lines(warnings, "agent-access: warning: ");
  std::cout << render_registry_entry(base_url, documents::mcp_identity(*settings, *site), version);
  return 0;
}

}  // namespace

std::optional<std::string> registry_complaint(const base::BaseUrl& base_url) {
  if (base::is_public_host(base::host_and_port(base_url).host)) return std::nullopt;
  return "base_urls begins with " + std::string(base_url.text()) +
         ", which only this machine or network can reach; the registry lists public servers: name the address of the "
         "site first";
}

std::string render_registry_entry(const base::BaseUrl& base_url, const documents::McpIdentity& identity,
                                  std::string_view version) {
  const std::string& url = base_url.text();
  const boost::json::object entry{
      {"$schema", kRegistrySchema},
      {"name", identity.name},
      {"title", identity.title},
      {"description", identity.description},
      {"version", version},
      {"websiteUrl", url},
      {"remotes", boost::json::array{boost::json::object{{"type", "streamable-http"},
                                                         {"url", url + std::string(documents::kMcpPath)}}}}};
  return json::pretty_json(entry);
}

void add_registry(CommandLine& line) {
  auto& command = add_command(line, "registry", "Print server.json, which lists /mcp in the registry of MCP servers",
                              "registry --config agent-access.toml > server.json");
  const auto options = std::make_shared<RegistryOptions>();
  options->config.add_to(command);
  command.add_option("--entry-version", options->version, "Of the entry; raise it to publish a change")
      ->type_name("VERSION");
  set_run(line, command, options, run_registry);
}

}  // namespace agent_access::commands
