/// \file
/// The commands of the program as data. Plain data.
#pragma once

#include <string>
#include <vector>

namespace agent_access::tools {

struct CommandTree {
  struct Option {
    std::string name;  ///< "config" for --config; of an argument without a name: "directory"
    std::string doc;   ///< one line, no full stop
    bool takes_value = false;
    std::string type{};                 ///< "FILE"; empty without a value
    std::vector<std::string> values{};  ///< all that are accepted; empty: any
    std::string variable{};             ///< the environment variable that also sets it
  };
  std::string name;
  std::string doc;                    ///< one line, no full stop
  std::vector<Option> options;        ///< of the program: none with a value
  std::vector<CommandTree> commands;  ///< of the program; a command has none below it
  std::vector<Option> arguments{};    ///< without a name, in their order
  std::string example{};              ///< one line; may be empty
};

}  // namespace agent_access::tools
