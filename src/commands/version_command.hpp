/// \file
/// `agent-access version`.
#pragma once

namespace agent_access::commands {

/// Prints the version as a line, or, as JSON, {"version": "1.0.0", "compiler": "…"}.
[[nodiscard]] int run_version(bool json);

}  // namespace agent_access::commands
