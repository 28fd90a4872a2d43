/// \file
/// `agent-access reload`: makes the running service reload, waits for the outcome, and fails if the reload failed. The
/// unit's ExecReload, so that `systemctl reload` fails with it.
///
/// Needs the record of the service (serve/reload_record.hpp) and the right to signal it: its user, or root.
#pragma once

#include <chrono>
#include <filesystem>

namespace agent_access::commands {

struct ReloadOptions {
  std::filesystem::path folder{"/run/agent-access"};  ///< where the service writes its record: its runtime folder
  std::chrono::seconds timeout{60};                   ///< for the outcome
};

/// 0 after a reload, 1 when it failed (each reason on standard error) or had no outcome.
[[nodiscard]] int run_reload(const ReloadOptions& options);

}  // namespace agent_access::commands
