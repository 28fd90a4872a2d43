/// \file
/// limits.shared in the service: the keys that replicas of one master agree on, the reconciler's life, its log lines
/// and its metrics. Without the setting nothing here does anything but give the limiter a key of this process alone.
/// Thread safety: read_gauges from any thread, the rest from the one that serves.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "app/config.hpp"
#include "base/result.hpp"
#include "fleet/redis_reconciler.hpp"
#include "limit/keyed_hash.hpp"
#include "limit/rate_limiter.hpp"
#include "oauth/master.hpp"
#include "ops/log.hpp"
#include "ops/metrics.hpp"

namespace agent_access::app {

/// What replicas of one master have in common and nobody else knows.
struct FleetKeys {
  limit::HashKey hash;
  std::string prefix;  ///< of the keys in Redis: "aa:{0123456789abcdef}:"
};

[[nodiscard]] base::Result<FleetKeys, oauth::KeyFault> derive_fleet_keys(const oauth::MasterSecret& master);

/// Debts grow beyond a window by failed attempts and by what replicas admit at once; longer ones are not believed.
[[nodiscard]] std::chrono::nanoseconds longest_debt(const limit::Policy& policy) noexcept;

class SharedLimits {
 public:
  /// Starts the reconciler. Nothing when limits.shared is empty or no thread can be had, which is logged.
  [[nodiscard]] static std::unique_ptr<SharedLimits> start(const Config& config, const oauth::MasterSecret& master,
                                                           const limit::Policy& policy, limit::RateLimiter& limiter,
                                                           ops::Log& log);
  /// After a reload.
  void adopt(const limit::Policy& policy) noexcept { reconciler_.expect(longest_debt(policy)); }
  [[nodiscard]] ops::SharedLimitGauges read_gauges() const;

 private:
  SharedLimits(fleet::RedisTarget target, std::string prefix, const limit::Policy& policy, limit::RateLimiter& limiter,
               ops::Log& log);
  fleet::RedisReconciler reconciler_;
};

/// For `check`: connects once. Nothing when Redis did all that is asked of it.
[[nodiscard]] std::optional<std::string> probe_shared_limits(const Config& config, const oauth::MasterSecret& master);

}  // namespace agent_access::app
