/// \file
/// Synchronizes this replica's debts with the fleet through Redis, on a thread of its own: a request never waits.
///
/// Every interval the debts that changed go to Redis in one pipelined batch, and the fleet's debts for the same keys
/// are merged into the table. While a master secret is replaced, debts are stored under the names of both secrets: each
/// charge is sent to both, the larger reply counts, and the lower debt is raised. When Redis is down, slow, full,
/// read-only or sends wrong replies, the connection is closed, the local table decides alone, and new connections are
/// tried with back-off: requests are served and still limited. Memory is bounded by one batch. What could not be sent
/// is dropped: the next charge of the key carries the debt (see debt_script.hpp).
///
/// The resulting error, and why, is in docs/decisions/0009. Thread safety: start, stop and the destructor from one
/// thread; status from any. NOT sent: charges of the last interval before a stop.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/ports.hpp"
#include "limit/debt_table.hpp"
#include "limit/shared/debt_script.hpp"
#include "limit/shared/fleet_status.hpp"
#include "limit/shared/redis_url.hpp"

namespace agent_access::limit {

/// Keys of one batch.
inline constexpr std::size_t kMostDebts = 4096;

struct ReconcilerOptions {
  /// Of the accepted master secrets, the current one's first; at least one, at most kMostKeySpaces.
  std::vector<KeySpace> key_spaces;
  /// The longest debt that any budget can have.
  std::chrono::nanoseconds longest_debt = std::chrono::minutes{2};
  std::chrono::milliseconds interval{75};
  /// For the look-up of the host name, for connecting, and for each batch.
  std::chrono::milliseconds deadline{250};
  /// With nothing to send, the time between empty batches that show whether Redis still accepts writes.
  std::chrono::milliseconds heartbeat{500};
  /// After failures, the longest time until a new connection.
  std::chrono::milliseconds longest_wait = Backoff::kMostWait;
};

class RedisReconciler {
 public:
  /// Called by the reconciler's thread when the connection is lost or works again, and once at start. The reason is
  /// constant text, empty when in step.
  using Report = std::function<void(bool in_step, std::string_view reason)>;

  /// `clock` is the one whose time the table is charged with; it outlives the reconciler.
  RedisReconciler(RedisTarget target, DebtTable& table, ReconcilerOptions options, const base::MonotonicClock& clock,
                  Report report);
  /// Stops.
  ~RedisReconciler();
  RedisReconciler(const RedisReconciler&) = delete;
  RedisReconciler& operator=(const RedisReconciler&) = delete;

  /// False when the system cannot create the thread or the descriptor.
  [[nodiscard]] bool start();
  /// A reload changed the longest debt. From any thread.
  void expect(std::chrono::nanoseconds longest_debt) noexcept;
  /// A reload changed the master secrets: present debts are sent under the new names, too. From any thread.
  void rename(std::vector<KeySpace> key_spaces);
  /// Ends a wait at once. Does not wait for a host look-up in progress (host_lookup.hpp).
  void stop() noexcept;
  [[nodiscard]] const FleetStatus& status() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Connects, loads the script and makes one write, as a batch does, at the first host where that succeeds: for `check`.
/// Returns nothing on success, else the last host's fault.
[[nodiscard]] std::optional<RedisFault> probe_redis(const RedisTarget& target, const ReconcilerOptions& options);

}  // namespace agent_access::limit
