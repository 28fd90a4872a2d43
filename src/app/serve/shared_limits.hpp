/// \file
/// limits.shared in the service: the names that replicas of one master agree on, the reconciler's life, its log lines
/// and its metrics. Without the setting nothing here does anything.
/// Thread safety: read_gauges from any thread, the rest from the one that serves.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "base/ports.hpp"
#include "base/result.hpp"
#include "limit/rate_limiter.hpp"
#include "limit/shared/redis_reconciler.hpp"
#include "oauth/master.hpp"
#include "ops/log.hpp"
#include "ops/metrics.hpp"

namespace agent_access::app {

/// Under which names this replica keeps its debts in Redis: those of the current and of the newest previous master
/// secret, so that replicas agree while a secret is replaced (docs/decisions/0022).
[[nodiscard]] base::Result<std::vector<limit::KeySpace>, oauth::KeyFault> derive_key_spaces(
    std::span<const oauth::MasterSecret> masters);

/// Debts grow beyond a window by failed attempts and by what replicas admit at once; longer ones are not believed.
[[nodiscard]] std::chrono::nanoseconds longest_debt(const limit::Policy& policy) noexcept;

class SharedLimits {
 public:
  /// Starts the reconciler. `clock` is the one that the limiter is charged with. Nothing when limits.shared is empty or
  /// no thread can be had, which is logged.
  [[nodiscard]] static std::unique_ptr<SharedLimits> start(const Config& config,
                                                           std::span<const oauth::MasterSecret> masters,
                                                           const limit::Policy& policy, limit::RateLimiter& limiter,
                                                           const base::MonotonicClock& clock, ops::Log& log);
  /// After a reload.
  void adopt(const limit::Policy& policy, std::span<const oauth::MasterSecret> masters);
  [[nodiscard]] ops::SharedLimitGauges read_gauges() const;

 private:
  SharedLimits(limit::RedisTarget target, std::vector<limit::KeySpace> spaces, const limit::Policy& policy,
               limit::RateLimiter& limiter, const base::MonotonicClock& clock, ops::Log& log);
  const base::MonotonicClock& clock_;
  ops::Log& log_;
  limit::RedisReconciler reconciler_;
};

/// For `check`: connects once. Nothing when Redis did all that is asked of it.
[[nodiscard]] std::optional<std::string> probe_shared_limits(const Config& config,
                                                             std::span<const oauth::MasterSecret> masters);

}  // namespace agent_access::app
