/// \file
/// `agent-access check`: validates everything that `serve` would read, and prints the reverse-proxy snippet.
#pragma once

#include <string>
#include <vector>

#include "app/config/config.hpp"

namespace agent_access::app {

struct CheckOptions {
  ConfigSources sources;
  /// The user whose rights decide which files can be read. Empty: as root the user of the installed unit if that serves
  /// the configuration, else the present one.
  std::string as{};
};

/// Prints a line for each check. 0 when nothing failed (warnings are allowed), 1 on any FAIL.
[[nodiscard]] int run_check(const CheckOptions& options);

}  // namespace agent_access::app
