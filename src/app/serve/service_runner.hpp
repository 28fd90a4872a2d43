/// \file
/// Runs the service for `serve` and `dev`: listeners, workers, signals, reload, rotation, drain.
///
/// Everything except workers and log runs on the calling thread. A reload or rotation builds a complete snapshot and
/// posts it to each worker; after a failure the present one stays in use.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "app/config/setting_table.hpp"
#include "app/deployment/material.hpp"
#include "app/deployment/tls_files.hpp"
#include "base/result.hpp"
#include "net/server.hpp"
#include "service/snapshot.hpp"

namespace agent_access::app {

/// The result of a reload.
struct Reloaded {
  Material material;
  std::vector<std::string> needs_restart;  ///< names of changed settings that take effect only after a restart
  std::vector<std::string> credentials{};  ///< names of settings whose values the service manager copied at the start
  TlsContextPtr tls{};                     ///< null: TLS is off
  std::vector<SettingRow> settings{};      ///< as the files have them now
};

struct Service {
  Config config;
  Material material;
  Environment environment;     ///< NOTIFY_SOCKET, LISTEN_*, WATCHDOG_*, RUNTIME_DIRECTORY
  std::vector<int> listeners;  ///< open sockets to use instead of listen.address
  std::function<base::Result<Reloaded, Problems>()> reload;
  std::function<void(const service::Snapshot& snapshot)> on_started;  ///< may be empty
  std::function<bool()> before_serving{};  ///< called when all sockets are bound; false ends the start; may be empty
  TlsContextPtr tls{};                     ///< null: plain HTTP
  std::vector<int> kept{};                 ///< sockets of listen.address from the process before this one
};

/// Returns after a stop: 0 when drained, 1 when it could not start or got a second stop signal while draining.
/// Signals must be blocked already (block_signals).
[[nodiscard]] int run_service(Service service);

}  // namespace agent_access::app
