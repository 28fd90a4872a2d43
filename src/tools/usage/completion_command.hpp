/// \file
/// `agent-access completion SHELL`: a script that completes commands, options and their values, made from the command
/// tree. Each works both sourced and as a file in the shell's folder of completions, from the first Tab on.
#pragma once

#include <string>
#include <string_view>

#include "tools/usage/command_tree.hpp"

namespace agent_access::tools {

/// The script; empty for a shell that is not bash, zsh or fish.
[[nodiscard]] std::string render_completion(std::string_view shell, const CommandTree& root);

/// 0, or 2 for another shell.
[[nodiscard]] int run_completion(std::string_view shell, const CommandTree& root);

}  // namespace agent_access::tools
