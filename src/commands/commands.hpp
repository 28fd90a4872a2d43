/// \file
/// Every command with its options, help and example, as CLI11 takes them. A callback runs the command and sets the exit
/// code.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "commands/check_command.hpp"
#include "commands/dev_command.hpp"
#include "commands/export_command.hpp"
#include "commands/init_command.hpp"
#include "commands/keys_command.hpp"
#include "commands/reload_command.hpp"
#include "commands/report_command.hpp"
#include "commands/token_input.hpp"
#include "commands/try_command.hpp"

namespace agent_access::commands {

/// What CLI11 writes the options to. Must not move: the callbacks refer to it.
struct CommandLine {
  CLI::App root{"A stateless OAuth 2.0 server that lets agents read one profile", "agent-access"};
  int exit_code = 0;
  std::string config_file;
  std::int64_t timeout_seconds = 10;
  std::string shell;
  CheckOptions check;
  std::vector<std::string> replicas;  ///< of check
  ReloadOptions reload;
  std::string manual;
  bool json = false;  ///< of config, health, version
  DevOptions dev;
  ExportOptions export_options;
  InitOptions init;
  KeysOptions keys;
  std::string entry_version;
  ReportOptions report;
  tools::TryOptions try_options;
  TokenInputOptions token;

  [[nodiscard]] app::ConfigSources sources() const {
    app::ConfigSources sources{{}, app::take_process_environment(), {}};
    if (!config_file.empty()) sources.file = config_file;
    return sources;
  }
};

/// Adds all commands to `line.root`.
void add_commands(CommandLine& line);

}  // namespace agent_access::commands
