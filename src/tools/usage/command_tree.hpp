/// \file
/// The commands and options of the program as data: what completion scripts and the manual page are made from.
#pragma once

#include <string>
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
  std::vector<CommandTree> commands;
  std::vector<Option> arguments{};  ///< without a name, in their order
  std::string example{};            ///< what is below the help, with its heading
};

/// "token inspect" of "token" and the command "inspect"; the command alone below an empty path.
[[nodiscard]] inline std::string path_below(const std::string& path, const CommandTree& command) {
  return path.empty() ? command.name : path + " " + command.name;
}

}  // namespace agent_access::tools
