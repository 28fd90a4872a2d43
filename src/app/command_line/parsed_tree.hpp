/// \file
/// The commands of a CLI11 parser as data. Pure function, thread safe.
#pragma once

#include "app/usage/command_tree.hpp"

namespace CLI {
class App;
}

namespace agent_access::app {

/// The tree of a CLI11 command and its subcommands, without those that the help does not list.
[[nodiscard]] CommandTree parsed_tree(const CLI::App& app);

}  // namespace agent_access::app
