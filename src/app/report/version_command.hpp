/// \file
/// `agent-access version`.
#pragma once

#include <string>

namespace agent_access::app {

/// "1.0.0".
[[nodiscard]] std::string program_version();

[[nodiscard]] int run_version();

}  // namespace agent_access::app
