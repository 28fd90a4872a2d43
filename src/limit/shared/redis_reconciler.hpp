/// \file
/// Keeps this replica's debts in step with the fleet's, through a Redis, on a thread of its own: a request never waits.
///
/// Every interval the debts that changed go to Redis in one pipelined batch, and what the fleet owes for the same keys
/// comes back into the table. While a master secret is replaced, debts stand under the names of both secrets: each
/// charge is told to both, the larger answer counts, and what stands lower under one name is raised. When Redis is
/// down, slow, full, read-only or lying, the connection is dropped, the table goes on deciding alone, and a new
/// connection is tried with a growing wait: never an outage, never unlimited. Memory is bounded by one batch. What
/// could not be told is dropped: the key's next charge carries the debt (see debt_script.hpp).
///
/// The resulting error, and why, is in docs/decisions/0011. Thread safety: start, stop and the destructor from one
/// thread; status from any. NOT told: charges of the last interval before a stop.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/ports.hpp"
#include "base/result.hpp"
#include "limit/debt_table.hpp"
#include "limit/shared/fleet_status.hpp"
#include "limit/shared/key_space.hpp"
#include "limit/shared/redis_url.hpp"

namespace agent_access::limit {

/// Keys of one batch.
inline constexpr std::size_t kMostDebts = 4096;

struct ReconcilerOptions {
  /// Of the accepted master secrets, the current one's first; at least one, at most kMostKeySpaces.
  std::vector<KeySpace> key_spaces;
  /// The longest debt that any budget can amount to.
  std::chrono::nanoseconds longest_debt = std::chrono::minutes{2};
  std::chrono::milliseconds interval{75};
  /// For the look-up of the host name, for connecting, and for each batch.
  std::chrono::milliseconds deadline{250};
  /// With nothing to tell, an empty batch shows now and then whether Redis still takes writes.
  std::chrono::milliseconds beat{500};
};

class RedisReconciler {
 public:
  /// Called by the reconciler's thread when it falls out of step or is back, and once at the start. The reason is
  /// constant text, empty when in step.
  using Report = std::function<void(bool in_step, std::string_view reason)>;

  /// `clock` is the one whose time the table is charged with; it outlives the reconciler.
  RedisReconciler(RedisTarget target, limit::DebtTable& table, ReconcilerOptions options,
                  const base::MonotonicClock& clock, Report report);
  /// Stops.
  ~RedisReconciler();
  RedisReconciler(const RedisReconciler&) = delete;
  RedisReconciler& operator=(const RedisReconciler&) = delete;

  /// False when the system gives no thread or descriptor for it.
  [[nodiscard]] bool start();
  /// A reload changed the longest debt. From any thread.
  void expect(std::chrono::nanoseconds longest_debt) noexcept;
  /// A reload changed the master secrets: debts that are owed are told under the new names too. From any thread.
  void rename(std::vector<KeySpace> key_spaces);
  /// Ends a wait at once. A look-up of a host name that is still under way is left behind (host_lookup.hpp).
  void stop() noexcept;
  [[nodiscard]] const FleetStatus& status() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Connects once, loads the script and makes one write, as a batch does: for `check`. Nothing when all went well.
[[nodiscard]] std::optional<RedisFault> probe_redis(const RedisTarget& target, const ReconcilerOptions& options);

}  // namespace agent_access::limit
