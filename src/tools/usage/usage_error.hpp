/// \file
/// The explanation of a wrong command line. Pure functions.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tools/usage/command_tree.hpp"

namespace agent_access::tools {

/// `unknown command "serv"; did you mean "serve"?`, for the first word that the tree does not have; nothing if there is
/// none, for example because a value is missing. `arguments` are those after the name of the program.
[[nodiscard]] std::optional<std::string> explain_usage(const CommandTree& root,
                                                       std::span<const std::string_view> arguments);

}  // namespace agent_access::tools
