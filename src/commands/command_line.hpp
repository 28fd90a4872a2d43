/// \file
/// The parser of the command line, and what the files of the commands share. Each command is one file: add_x() adds its
/// options, help and example to the parser, with a callback that runs the command.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <utility>

#include "app/config/config.hpp"

namespace agent_access::commands {

/// Must not move: the callbacks refer to it.
struct CommandLine {
  CLI::App root{"A stateless OAuth 2.0 server that lets agents read one profile", "agent-access"};
  int exit_code = 0;
};

/// The option --config, which names the configuration file.
struct ConfigOption {
  std::string file;  ///< empty: environment and defaults

  void add_to(CLI::App& command);
  /// Call once: takes secrets out of the environment.
  [[nodiscard]] app::ConfigSources sources() const;
};

[[nodiscard]] CLI::App& add_command(CommandLine& line, const char* name, const char* doc, const char* example);
void add_json_option(CLI::App& command, bool& json);

/// Runs `run(options)` if the command is given. Options live as long as the parser.
template <class Options, class Run>
void set_run(CommandLine& line, CLI::App& command, std::shared_ptr<Options> options, Run run) {
  command.callback([&line, kept = std::move(options), run] { line.exit_code = run(*kept); });
}

void add_check(CommandLine& line);
void add_config(CommandLine& line);
void add_dev(CommandLine& line);
void add_export(CommandLine& line);
void add_health(CommandLine& line);
void add_init(CommandLine& line);
void add_keys(CommandLine& line);
void add_reload(CommandLine& line);
void add_report(CommandLine& line);
void add_serve(CommandLine& line);
void add_try(CommandLine& line);

}  // namespace agent_access::commands
