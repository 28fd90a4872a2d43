/// \file
/// How it goes between this replica and the fleet: counters for metrics. Written by the reconciler's thread alone, read
/// by any thread (relaxed atomics; numbers of one moment may be an instant apart).
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string_view>

#include "limit/shared/redis_fault.hpp"

namespace agent_access::limit {

enum class FleetState : std::uint8_t {
  in_step,       ///< Redis took the last batch, and nothing waits
  lagging,       ///< Redis took the last batch, and more debts changed than one holds
  disconnected,  ///< the local tables decide alone
};

inline constexpr std::size_t kFleetStateCount = 3;

[[nodiscard]] std::string_view name(FleetState state) noexcept;

class FleetStatus {
 public:
  [[nodiscard]] FleetState state() const noexcept { return state_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t batches() const noexcept { return batches_.load(std::memory_order_relaxed); }
  /// Debts told that Redis took, debts taken over from the fleet, and debts that were dropped untold.
  [[nodiscard]] std::uint64_t told() const noexcept { return told_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t merged() const noexcept { return merged_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t dropped() const noexcept { return dropped_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t failures(RedisFault fault) const noexcept {
    return failures_[static_cast<std::size_t>(fault)].load(std::memory_order_relaxed);
  }
  /// On the clock that the reconciler was given; zero before the first.
  [[nodiscard]] std::chrono::nanoseconds last_success() const noexcept {
    return std::chrono::nanoseconds{last_success_.load(std::memory_order_relaxed)};
  }

  void succeeded(FleetState state, std::uint64_t told, std::uint64_t merged, std::chrono::nanoseconds now) noexcept {
    add(batches_, 1);
    add(told_, told);
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
  Counter told_{0};
  Counter merged_{0};
  Counter dropped_{0};
  std::array<Counter, kRedisFaultCount> failures_{};
  std::atomic<std::int64_t> last_success_{0};
};

}  // namespace agent_access::limit
