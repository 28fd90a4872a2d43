/// \file
/// `agent-access completion SHELL`: a script that completes commands and options, made from the command tree itself.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace agent_access::app {

struct CommandTree {
  struct Option {
    std::string name;  ///< "--config"
    std::string doc;
    bool takes_value = false;
  };
  std::string name;
  std::string doc;
  std::vector<Option> options;
  std::vector<CommandTree> commands;
};

/// The tree of a CLI11 command and its subcommands.
[[nodiscard]] CommandTree command_tree(const CLI::App& app);

/// The script; empty for a shell that is not bash, zsh or fish.
[[nodiscard]] std::string render_completion(std::string_view shell, const CommandTree& root);

/// 0, or 2 for another shell.
[[nodiscard]] int run_completion(std::string_view shell, const CommandTree& root);

}  // namespace agent_access::app
