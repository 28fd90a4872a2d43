/// \file
/// limits.shared in the service: key names that are the same for replicas with one master secret, the reconciler, its
/// log lines and its metrics. Without the setting nothing is started.
/// Thread safety: read_gauges from any thread, the rest from the thread that runs the service.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "base/ports.hpp"
#include "limit/rate_limiter.hpp"
#include "limit/shared/redis_reconciler.hpp"
#include "oauth/key_schedule.hpp"
#include "ops/log.hpp"
#include "ops/metrics.hpp"

namespace agent_access::app {

/// Debts exceed a window by failed attempts and by requests that replicas admit at the same time; longer ones are
/// ignored.
[[nodiscard]] std::chrono::nanoseconds longest_debt(const limit::Policy& policy) noexcept;

class SharedLimits {
 public:
  /// Starts the reconciler. `clock` is the one that the limiter charges with. Returns null when limits.shared is empty
  /// or no thread can be created, which is logged.
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

/// For `check`: connects once. Returns nothing when Redis works.
[[nodiscard]] std::optional<std::string> probe_shared_limits(const Config& config,
                                                             std::span<const oauth::MasterSecret> masters);

}  // namespace agent_access::app
