/// \file
/// State and counters of the connection between this replica and the fleet, for metrics. Written by the reconciler's
/// thread only, read by any thread (relaxed atomics; values read together may be slightly inconsistent).
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

#include "limit/shared/redis_fault.hpp"

namespace agent_access::limit {

enum class FleetState : std::uint8_t {
  in_step,       ///< Redis accepted the last batch, which held all changes
  lagging,       ///< Redis accepted the last batch, and more debts changed than one holds
  disconnected,  ///< no connection: each replica uses its local table only
};

/// In the order of the enumeration.
inline constexpr std::array<std::string_view, 3> kFleetStateNames = {"in_step", "lagging", "disconnected"};

class FleetStatus {
 public:
  [[nodiscard]] FleetState state() const noexcept { return state_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t batches() const noexcept { return batches_.load(std::memory_order_relaxed); }
  /// Debts that Redis accepted, debts merged from the fleet, and debts dropped before they were sent.
  [[nodiscard]] std::uint64_t sent() const noexcept { return sent_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t merged() const noexcept { return merged_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t dropped() const noexcept { return dropped_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t failures(RedisFault fault) const noexcept {
    return failures_[static_cast<std::size_t>(fault)].load(std::memory_order_relaxed);
  }
  /// On the reconciler's clock; zero before the first success.
  [[nodiscard]] std::chrono::nanoseconds last_success() const noexcept {
    return std::chrono::nanoseconds{last_success_.load(std::memory_order_relaxed)};
  }

  void succeeded(FleetState state, std::uint64_t sent, std::uint64_t merged, std::chrono::nanoseconds now) noexcept {
    add(batches_, 1);
    add(sent_, sent);
    add(merged_, merged);
    last_success_.store(now.count(), std::memory_order_relaxed);
    state_.store(state, std::memory_order_relaxed);
  }
  void failed(RedisFault fault) noexcept {
    if (fault != RedisFault::stopped) add(failures_[static_cast<std::size_t>(fault)], 1);
    state_.store(FleetState::disconnected, std::memory_order_relaxed);
  }
  void drop(std::uint64_t debts) noexcept { add(dropped_, debts); }

 private:
  using Counter = std::atomic<std::uint64_t>;
  /// One writer: a load and a store, no locked instruction.
  static void add(Counter& counter, std::uint64_t amount) noexcept {
    counter.store(counter.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
  }

  std::atomic<FleetState> state_{FleetState::disconnected};
  Counter batches_{0};
  Counter sent_{0};
  Counter merged_{0};
  Counter dropped_{0};
  std::array<Counter, kRedisFaultCount> failures_{};
  std::atomic<std::int64_t> last_success_{0};
};

/// When the reconciler tries again after a failure, exponentially later and with jitter, and which outcomes are changes
/// to report. Pure: the time and the jitter are arguments. An instance belongs to one thread.
class Backoff {
 public:
  using Duration = std::chrono::milliseconds;
  using Moment = std::chrono::nanoseconds;

  static constexpr Duration kLeastWait{100};
  static constexpr Duration kMostWait{2000};
  /// After so long in step, the next failure starts again with the least wait.
  static constexpr Duration kSteady{2000};

  explicit Backoff(Duration longest_wait = kMostWait) noexcept : longest_wait_(longest_wait) {}

  /// A change to report once: true when Redis was reached again, false when it was lost.
  using Change = std::optional<bool>;

  [[nodiscard]] Change succeeded(Moment now) noexcept {
    if (is_in_step_ != true) since_ = now;
    if (now - since_ >= kSteady) wait_ = kLeastWait;
    return change_to(true);
  }

  [[nodiscard]] Change failed(Moment now) noexcept {
    if (is_in_step_ == true && now - since_ >= kSteady) wait_ = kLeastWait;
    return change_to(false);
  }

  /// Half to all of the present wait, which then doubles. `random` is any number: the jitter avoids a thundering herd.
  [[nodiscard]] Duration next_wait(std::uint64_t random) noexcept {
    const auto half = static_cast<std::uint64_t>(wait_.count() / 2);
    const Duration chosen{static_cast<std::int64_t>(half + random % (half + 1))};
    wait_ = std::min(wait_ * 2, longest_wait_);
    return chosen;
  }

 private:
  Change change_to(bool is_in_step) noexcept {
    if (is_in_step_ == is_in_step) return std::nullopt;
    is_in_step_ = is_in_step;
    return is_in_step;
  }

  std::optional<bool> is_in_step_;  ///< nothing before the first outcome, which is always reported
  Moment since_{};
  Duration longest_wait_;
  Duration wait_ = kLeastWait;
};

}  // namespace agent_access::limit
