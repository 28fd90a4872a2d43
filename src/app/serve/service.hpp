/// \file
/// A service before it runs: where its configuration comes from, and everything that this refers to. `serve`, `dev` and
/// each reload load it in the same way. Not thread safe; reads files.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/certificates/tls_files.hpp"
#include "app/config/config.hpp"
#include "app/deployment/material.hpp"
#include "app/deployment/playground.hpp"
#include "app/serve/folder_watch.hpp"
#include "base/result.hpp"

namespace agent_access::app {

struct ServiceSource {
  ConfigSources sources;
  std::optional<Playground> playground{};            ///< of `dev` only
  std::optional<content::RequestLog> request_log{};  ///< of the process that reloads, whose log stays as it is
};

/// Everything that a start or a reload loads.
struct LoadedService {
  Config config;
  Material material;
  TlsContextPtr tls;  ///< null: plain HTTP
  std::vector<std::string> warnings;
};

/// Fails with all problems at once.
[[nodiscard]] base::Result<LoadedService, Problems> load_service(const ServiceSource& source);

/// What a Runner runs.
struct Service : LoadedService {
  ServiceSource source;
  std::vector<int> listeners{};        ///< open sockets to use instead of listen.address
  std::optional<FolderWatch> watch{};  ///< as watch_of() makes it: a change is a reload
};

/// Of what a playground serves: its folder, its configuration and these sources.
[[nodiscard]] FolderWatch watch_of(const Playground& playground, std::vector<std::filesystem::path> sources);

/// The variable's value, or empty.
[[nodiscard]] std::string_view variable(const Environment& environment, std::string_view name);

}  // namespace agent_access::app
