/// \file
/// The commands and options of the program as data, and what is made from them and from the table of settings:
/// completion scripts, manual pages, and the explanation of a wrong command line. Thread safe.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace agent_access::tools {

struct CommandTree {
  struct Option {
    std::string name;  ///< "--config"; of an argument without a name: "directory"
    std::string doc;
    bool takes_value = false;
    std::string type{};                 ///< "FILE"; empty without a value
    std::vector<std::string> values{};  ///< all that are accepted; empty: any
    std::string variable{};             ///< the environment variable that sets it, too
  };
  std::string name;
  std::string doc;
  std::vector<Option> options;
  std::vector<CommandTree> commands;  ///< of the program; a command has none below it
  std::vector<Option> arguments{};    ///< without a name, in their order
  std::string example{};              ///< what is below the help, with its heading
};

// `agent-access completion SHELL`: a script that completes commands, options and their values. Each works both sourced
// and as a file in the shell's folder of completions, from the first Tab on.

/// The script; empty for a shell that is not bash, zsh or fish.
[[nodiscard]] std::string render_completion(std::string_view shell, const CommandTree& root);

/// 0, or 2 for another shell.
[[nodiscard]] int run_completion(std::string_view shell, const CommandTree& root);

// `agent-access man SECTION`, in the language of man(7), for `man -l -` and for the package.

/// The text as itself: escapes what roff would interpret. Hyphens become minus signs, so that options can be copied.
[[nodiscard]] std::string roff_text(std::string_view text);

/// agent-access(1).
[[nodiscard]] std::string render_command_manual(const CommandTree& root);
/// agent-access.toml(5).
[[nodiscard]] std::string render_settings_manual();

/// 0, or 2 for another section than "1" and "5".
[[nodiscard]] int run_man(std::string_view section, const CommandTree& root);

/// `unknown command "serv"; did you mean "serve"?`, for the first word that the tree does not have; nothing if there is
/// none, for example because a value is missing. `arguments` are those after the name of the program.
[[nodiscard]] std::optional<std::string> explain_usage(const CommandTree& root,
                                                       std::span<const std::string_view> arguments);

// What the manual page and the reference say about the program as a process: exit statuses, signals and variables that
// are no settings.

struct ProgramFact {
  std::string_view name;
  std::string_view meaning;
};

inline constexpr std::array kExitStatuses = std::to_array<ProgramFact>({
    {"0", "after success"},
    {"1", "after a failure"},
    {"2", "for a wrong command line"},
});

inline constexpr std::array kSignals = std::to_array<ProgramFact>({
    {"SIGHUP", "serve reads configuration, secrets and content anew. After a failure it serves as before."},
    {"SIGTERM, SIGINT", "serve completes the requests in flight and exits; a second signal ends them."},
});

inline constexpr std::array kVariables = std::to_array<ProgramFact>({
    {"AGENT_ACCESS_SECTION_KEY", "Overrides a setting, see agent-access.toml(5)."},
    {"AGENT_ACCESS_SECRET", "The master secret itself, in base64url, instead of secret.file."},
    {"NOTIFY_SOCKET, WATCHDOG_USEC, LISTEN_FDS, LISTEN_FDNAMES, RUNTIME_DIRECTORY, CREDENTIALS_DIRECTORY",
     "Set by systemd. A socket named admin is for the admin listener, others are for the service."},
});

}  // namespace agent_access::tools
