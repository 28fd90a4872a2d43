/// \file
/// The command line of the program, and what of its commands is tested alone: texts for people and programs, the files
/// of `init`. Commands print to standard output, and problems to standard error with
/// "agent-access: " before them. Their exit codes: 0, 1 when the command could not do its work or found a fault, 2 for
/// a mistake on the command line.
///
/// The parser of the command line, and what the files of the commands share. Each command is one file: add_x() adds its
/// options, help and example to the parser, with a callback that runs the command.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/config/config.hpp"
#include "app/deployment/material.hpp"
#include "app/text/table.hpp"
#include "base/ports.hpp"
#include "base/result.hpp"
#include "oauth/client.hpp"
#include "site/content/settings.hpp"

namespace agent_access::commands {

/// The configuration file that `init` writes.
inline constexpr std::string_view kConfigName = "agent-access.toml";

/// Must not move: the callbacks refer to it.
struct CommandLine {
  CLI::App root{"A stateless OAuth 2.0 server that lets agents read one profile", "agent-access"};
  int exit_code = 0;
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

/// The options of `import` that `init` and `dev` have, too.
struct FromOptions {
  std::vector<std::filesystem::path> files;
  std::vector<std::string> with;  ///< words of tools::kPrivateParts

  /// `--from` and `--with`.
  void add_to(CLI::App& command);
  void add_with(CLI::App& command);
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
void add_import(CommandLine& line);
void add_init(CommandLine& line);
void add_keys(CommandLine& line);
void add_reload(CommandLine& line);
void add_report(CommandLine& line);
void add_serve(CommandLine& line);
void add_try(CommandLine& line);

/// Parses the arguments of main and runs the command that they name. Returns the exit code: that of the command; 0 for
/// --help and --version; 2 if the command line has a mistake, which is explained on standard error.
[[nodiscard]] int run_command_line(int argument_count, char** arguments);

// `config`: every setting with its value and origin. Secrets are shown as fingerprints.

/// The table; `fingerprint` is shown in the row of the master secret.
[[nodiscard]] std::string render_config(const app::Config& config, const std::string& fingerprint,
                                        std::size_t columns = app::kUnlimited);
/// {"settings":[{"name":"listen.address","value":"127.0.0.1:8080","from":"default"},…]}; lists as arrays, durations and
/// sizes as in the file.
[[nodiscard]] std::string render_config_json(const app::Config& config, const std::string& fingerprint);

/// What `dev` prints at the start, on 80 columns and 23 lines: commands to paste, and last the address to open.
/// `watched`: the folder whose changes are served; empty: none.
[[nodiscard]] std::string render_dev_welcome(const content::Settings& settings, const oauth::RegisteredClient& client,
                                             bool secret_is_temporary, const std::string& watched = {});

// `init`: writes a configuration, a secret and example content. Never overwrites a file, and keeps a secret.

struct InitOptions {
  std::filesystem::path directory;
  std::vector<std::string> base_urls;  ///< empty: example.com, to be edited
  std::string site = {};               ///< the text of site.json; empty: the example; likewise `faq`
  std::string faq = {};
  std::string record = {};  ///< of the import that made the two; empty: none
  bool has_access = true;   ///< false: neither secret nor profile, and access.enabled = false
};

enum class FirstSecret : std::uint8_t { none, written, kept };

/// Creates the folder if it is missing, then agent-access.toml, secret (mode 0600; 0640 in a folder of root that only a
/// group may enter), profile.json, site.json, faq.json and the schemas of the last three. A secret that is there
/// already is kept, so that its clients stay; writes nothing when that cannot be used, or when one of the others
/// exists.
[[nodiscard]] base::Result<FirstSecret, app::Problems> write_first_files(const InitOptions& options,
                                                                         base::Random& random);
/// The configuration file: every setting with its default, commented out except base_urls and what differs.
[[nodiscard]] std::string render_first_config(const std::vector<std::string>& base_urls, bool has_access = true);

// `keys`: the signing keys and when each signs and is published, without private data.

/// On a terminal that is too narrow for the table, three lines for each key.
[[nodiscard]] std::string render_keys(const std::vector<app::KeyRow>& rows, std::size_t columns = app::kUnlimited);
[[nodiscard]] std::string render_keys_json(const std::vector<app::KeyRow>& rows);

}  // namespace agent_access::commands
