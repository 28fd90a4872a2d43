/// \file
/// The sections of the reference, each with its heading. Pure functions, thread safe.
#pragma once

#include <string>

#include "tools/usage/command_tree.hpp"

namespace agent_access::tools {

[[nodiscard]] std::string render_settings_section();
[[nodiscard]] std::string render_metrics_section();
[[nodiscard]] std::string render_log_section();
[[nodiscard]] std::string render_errors_section();
[[nodiscard]] std::string render_program_section(const CommandTree& root);

}  // namespace agent_access::tools
