/// \file
/// The options of `agent-access dev`, and what they mean for its playground. Not thread safe.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "app/deployment/playground.hpp"
#include "base/result.hpp"
#include "commands/command_line.hpp"

namespace agent_access::commands {

/// The command with its help and example.
[[nodiscard]] CLI::App& add_dev_command(CommandLine& line);

struct DevOptions {
  std::string listen;          ///< empty: from the environment, else 127.0.0.1:8080; port 0: any free port
  std::filesystem::path site;  ///< profile.json, site.json, faq.json, public/; empty: the example
  FromOptions from;            ///< instead: sources
  bool open = false;           ///< in a browser

  void add_to(CLI::App& command);
  /// Call once: takes secrets out of the environment.
  [[nodiscard]] app::ConfigSources config_sources() const;
  /// The playground of these options and of the address in `config`, without a secret.
  [[nodiscard]] base::Result<app::Playground, app::Problems> playground(const app::Config& config) const;
  /// What the welcome says is watched; empty for the example.
  [[nodiscard]] std::string watched(const std::vector<std::filesystem::path>& sources) const;
};

}  // namespace agent_access::commands
