/// \file
/// What is made from the commands of the program and from the tables that the program itself uses: the reference,
/// manual pages, completion scripts. Pure functions.
#pragma once

#include <string>
#include <string_view>

#include "tools/usage/command_tree.hpp"

namespace agent_access::tools {

/// A file of templates/reference, filled from the commands and all tables: "reference.md", the page docs/reference.md;
/// "agent-access.1" and "agent-access.toml.5", in the language of man(7); "agent-access.bash", ".zsh" and ".fish",
/// which complete commands, options and their values, both sourced and in the shell's folder of completions.
[[nodiscard]] std::string render_reference(std::string_view file, const CommandTree& root);

}  // namespace agent_access::tools
