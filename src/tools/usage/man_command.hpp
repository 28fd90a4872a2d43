/// \file
/// `agent-access man SECTION`: the manual pages agent-access(1), from the command tree, and agent-access.toml(5), from
/// the table of settings. In the language of man(7), for `man -l -` and for the package.
#pragma once

#include <string>
#include <string_view>

#include "tools/usage/command_tree.hpp"

namespace agent_access::tools {

/// The text as itself: escapes what roff would interpret. Hyphens become minus signs, so that options can be copied.
[[nodiscard]] std::string roff_text(std::string_view text);

/// agent-access(1).
[[nodiscard]] std::string render_command_manual(const CommandTree& root);
/// agent-access.toml(5).
[[nodiscard]] std::string render_settings_manual();

/// 0, or 2 for another section than "1" and "5".
[[nodiscard]] int run_man(std::string_view section, const CommandTree& root);

}  // namespace agent_access::tools
