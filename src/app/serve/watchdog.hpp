/// \file
/// Whether every worker still runs its event loop: checked once a second by a thread of its own, because a load, a
/// reload or a rotation may keep the main thread for long, and by health requests. One result for the log, /livez,
/// /readyz and the service manager's watchdog (WatchdogSec). Thread safety: is_alive from any thread, look from one.
#pragma once

#include <chrono>
#include <optional>

#include "app/serve/pulse.hpp"
#include "net/server.hpp"
#include "ops/log.hpp"
#include "ops/notify.hpp"

namespace agent_access::app {

class Watchdog {
 public:
  /// A worker needs microseconds for a request and milliseconds for a reload.
  static constexpr std::chrono::seconds kLongestTurn{5};
  /// How often look() is to be called.
  static constexpr std::chrono::milliseconds kInterval{1000};

  /// `limit` is what the service manager allows between two messages; nothing when it does not watch.
  Watchdog(net::Server& server, ops::Log& log, const ops::Notifier& notifier,
           std::optional<std::chrono::microseconds> limit) noexcept
      : server_(server), log_(log), notifier_(notifier), limit_(limit) {}

  /// False when the event loop of a worker has been stuck for kLongestTurn.
  [[nodiscard]] bool is_alive() noexcept { return server_.overdue() < kLongestTurn; }
  /// Looks from now on, by a thread if one can be started.
  void begin() {
    pulse_.emplace(interval(), [this] { look(); });
  }
  /// Looks here if there is no thread for it.
  void look_without_thread() {
    if (!pulse_ || !pulse_->has_thread()) look();
  }
  /// How long the caller may wait before the next look().
  [[nodiscard]] std::chrono::milliseconds interval() const noexcept;

 private:
  /// Checks the workers, logs a change, and notifies the service manager while all run, at most once per interval.
  void look();

  net::Server& server_;
  ops::Log& log_;
  const ops::Notifier& notifier_;
  std::optional<std::chrono::microseconds> limit_;
  std::chrono::steady_clock::time_point next_look_{};
  bool was_alive_ = true;
  std::optional<Pulse> pulse_;  ///< last, so that it ends first
};

}  // namespace agent_access::app
