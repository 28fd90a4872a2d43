#include "commands/command_line.hpp"
#include "commands/commands.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <iostream>
#include <ranges>
#include <vector>

#include "app/deployment/content_files.hpp"
#include "app/deployment/material.hpp"
#include "app/text/text.hpp"
#include "base/ascii.hpp"
#include "base/text.hpp"
#include "documents/paths.hpp"
#include "json/pretty_json.hpp"

namespace agent_access::commands {
namespace {

constexpr std::string_view kRegistrySchema =
    "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";
constexpr std::string_view kNameOfServer = "/agent-access";
constexpr std::size_t kLongestName = 200;
constexpr std::size_t kLongestText = 100;

/// The labels of a public host name, or none.
std::vector<std::string> labels_of(const std::string& host) {
  std::vector<std::string> labels;
  for (const auto part : std::views::split(host, '.')) labels.emplace_back(part.begin(), part.end());
  const bool has_text = std::ranges::none_of(labels, &std::string::empty);
  // No top-level domain is a number (RFC 3696 section 2), and those of RFC 6761 and RFC 6762 are for one machine or
  // link.
  const auto& top = labels.back();
  const bool is_public = has_text && labels.size() > 1 && host.front() != '[' &&
                         !std::ranges::all_of(top, base::is_digit) && top != "localhost" && top != "local" &&
                         top != "internal";
  return is_public ? labels : std::vector<std::string>();
}

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
  const bool is_suffix = text.size() > 1 && text.size() <= kLongestText && (text.front() == '-' || text.front() == '+');
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
  const auto name = registry_name(base_url);
  if (!name) return app::fail({"registry: " + name.error()});
  std::vector<std::string> warnings;
  const auto site = app::load_site(*config, app::host_of(base_url), app::Fallback::minimal, warnings);
  if (!site) return app::fail(site.error());
  app::print_lines(warnings, "agent-access: warning: ");
  std::cout << render_registry_entry(base_url, *name, version, *site);
  return 0;
}

}  // namespace

base::Result<std::string, std::string> registry_name(const base::BaseUrl& base_url) {
  const auto labels = labels_of(base::host_and_port(base_url).host);
  if (labels.empty()) {
    return base::Failure("base_urls begins with " + std::string(base_url.text()) +
                         ", which only this machine or network can reach; the registry lists public servers: name the "
                         "address of the site first");
  }
  std::string name;
  for (const auto& label : labels | std::views::reverse) name += (name.empty() ? "" : ".") + label;
  name += kNameOfServer;
  if (name.size() <= kLongestName) return name;
  return base::Failure("the first host name of base_urls is too long for the registry, which allows names of " +
                       std::to_string(kLongestName) + " characters");
}

std::string registry_text(std::string_view text) {
  std::size_t count = 0;
  std::size_t cut = 0;
  for (std::size_t end = 0; end < text.size(); ++count) {
    if (count == kLongestText - 1) cut = end;
    // Content is checked when it is loaded; a byte that is not UTF-8 counts as a character.
    end += std::max<std::size_t>(base::utf8_size(text.substr(end)), 1);
  }
  if (count <= kLongestText) return std::string(text);
  const auto space = text.rfind(' ', cut);
  return std::string(text.substr(0, space == std::string_view::npos ? cut : space)) + "…";
}

std::string render_registry_entry(const base::BaseUrl& base_url, std::string_view name, std::string_view version,
                                  const content::Site& site) {
  const std::string& url = base_url.text();
  const auto description =
      site.tagline.empty() ? "Content, questions, contact and extended profile of " + site.title : site.tagline;
  const boost::json::object entry{
      {"$schema", kRegistrySchema},
      {"name", name},
      {"title", registry_text(site.title)},
      {"description", registry_text(description)},
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
