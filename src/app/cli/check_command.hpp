/// \file
/// `agent-access check`: everything that `serve` would read, judged without serving, and the reverse-proxy snippet.
#pragma once

#include <string>
#include <vector>

#include "app/config/config.hpp"

namespace agent_access::app {

struct CheckOptions {
  ConfigSources sources;
};

/// Prints a line for each thing. 0 when all is well (warnings included), 1 on any FAIL.
[[nodiscard]] int run_check(const CheckOptions& options);

}  // namespace agent_access::app
