/// \file
/// `agent-access reference`: docs/reference.md, made from the tables that the program itself uses. scripts/reference
/// writes the file. Thread safe.
#pragma once

#include <string>

#include "tools/usage/command_tree.hpp"

namespace agent_access::tools {

/// The whole page.
[[nodiscard]] std::string render_reference(const CommandTree& root);

/// Prints it; 0.
[[nodiscard]] int run_reference(const CommandTree& root);

}  // namespace agent_access::tools
