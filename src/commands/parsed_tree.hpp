/// \file
/// The commands of a CLI11 parser as data. Pure function, thread safe.
#pragma once

#include "tools/usage/command_tree.hpp"

namespace CLI {
class App;
}

namespace agent_access::commands {

/// The tree of a CLI11 command and its subcommands, without those that the help does not list.
[[nodiscard]] tools::CommandTree parsed_tree(const CLI::App& app);

}  // namespace agent_access::commands
