/// \file
/// The command line of the program: its parser, and what the files of the commands share. Each command is one file:
/// add_x() adds its options, help and example to the parser, with a callback that runs the command. The commands of
/// this room need no server: they are also those of the program as WebAssembly.
///
/// Commands print to standard output, and problems to standard error with "agent-access: " before them. Their exit
/// codes: 0, 1 when the command could not do its work or found a fault, 2 for a mistake on the command line.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/config/config.hpp"
#include "tools/usage/command_tree.hpp"

namespace agent_access::commands {

/// The configuration file that `init` writes.
inline constexpr std::string_view kConfigName = "agent-access.toml";

class MachineCheck;

/// Must not move: the callbacks refer to it.
struct CommandLine {
  CLI::App root{"A stateless OAuth 2.0 server that lets agents read one profile", "agent-access"};
  int exit_code = 0;
  std::shared_ptr<MachineCheck> machine;  ///< for `check`; null: it does not look at the machine
};

/// The commands of a program that are not in this room, each as its add_x().
struct FurtherCommands {
  using Add = void (*)(CommandLine& line);
  Add add_dev;
  Add add_serve;
  Add add_health;
  Add add_reload;
  Add add_reference;  ///< completions, manual pages and the reference
};

/// The option --config, which names the configuration file.
struct ConfigOption {
  std::string file;  ///< empty: agent-access.toml in the current folder, if there is one

  void add_to(CLI::App& command);
  /// The file that is read; empty: none, only environment and defaults.
  [[nodiscard]] std::filesystem::path path() const;
  /// Call once: takes secrets out of the environment.
  [[nodiscard]] app::ConfigSources sources() const;
};

/// The sources of `import`, `init` and `dev`.
struct FromOptions {
  std::vector<std::filesystem::path> files;
  std::vector<std::string> publish;  ///< words of sources::kPrivateParts

  /// `--from` and `--publish`.
  void add_to(CLI::App& command);
  void add_publish(CLI::App& command);
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
void add_export(CommandLine& line);
void add_import(CommandLine& line);
void add_init(CommandLine& line);
void add_keys(CommandLine& line);
void add_report(CommandLine& line);
void add_try(CommandLine& line);

/// A command and those below it, without those that the help does not list.
[[nodiscard]] tools::CommandTree parsed_tree(const CLI::App& app);

/// Parses the arguments of main and runs the command that they name. Returns the exit code: that of the command; 0 for
/// --help and --version; 2 if the command line has a mistake, which is explained on standard error.
[[nodiscard]] int run_command_line(int argument_count, char** arguments, const FurtherCommands& further,
                                   std::shared_ptr<MachineCheck> machine = nullptr);

}  // namespace agent_access::commands
