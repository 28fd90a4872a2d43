/// \file
/// `agent-access version`.
#pragma once

#include <string>

namespace agent_access::app {

/// How a command prints its result.
enum class Form { text, json };

/// "1.0.0".
[[nodiscard]] std::string program_version();

/// Prints the version as a line, or as {"version": "1.0.0", "compiler": "…"}.
[[nodiscard]] int run_version(Form form);

}  // namespace agent_access::app
