/// \file
/// `agent-access registry`: the file server.json, with which `mcp-publisher` lists the MCP endpoint in the registry of
/// MCP servers (registry.modelcontextprotocol.io, schema of 2025-12-11).
///
/// NOT done: publishing; proving that the domain is one's own, which the registry demands.
#pragma once

#include <string>
#include <string_view>

#include "app/config/config.hpp"
#include "base/base_url.hpp"
#include "base/result.hpp"
#include "content/content.hpp"

namespace agent_access::commands {

struct RegistryOptions {
  app::ConfigSources sources;
  std::string version;  ///< of the entry: a semantic version; empty: that of the API
};

/// Prints the file for the first base URL. 1 when the endpoint is off, its host is not public, or the configuration or
/// site.json cannot be loaded; 2 when `version` is not a semantic version.
[[nodiscard]] int run_registry(const RegistryOptions& options);

/// "com.example.www/agent-access" for https://www.example.com; a sentence for an address literal, a name without a dot,
/// a name for this machine alone, and one of more than 200 characters.
[[nodiscard]] base::Result<std::string, std::string> registry_name(const base::BaseUrl& base_url);

/// At most 100 characters of UTF-8 (not bytes), cut after a word, with "…".
[[nodiscard]] std::string registry_text(std::string_view text);

/// The file. `name`: from registry_name.
[[nodiscard]] std::string render_registry_entry(const base::BaseUrl& base_url, std::string_view name,
                                                std::string_view version, const content::Site& site);

}  // namespace agent_access::commands
