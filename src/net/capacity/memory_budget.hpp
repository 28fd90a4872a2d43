/// \file
/// One budget for the memory that is held for connections. Each worker sums up its connections and adds to the total of
/// the process in steps, so that a request takes no lock and seldom touches shared data.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "net/capacity/limits.hpp"
#include "net/capacity/shares.hpp"

namespace agent_access::net {

/// The total of the process. Thread safe. Accurate to one step per worker.
class MemoryBudget {
 public:
  /// The largest change that a worker has not yet added to the total.
  static constexpr std::int64_t kStep = std::int64_t{64} * 1024;
  /// The least fall for which memory is returned to the kernel.
  static constexpr std::int64_t kWorthwhile = std::int64_t{4} * 1024 * 1024;

  explicit MemoryBudget(const Shares& shares) noexcept : shares_(shares) {}

  [[nodiscard]] const Shares& shares() const noexcept { return shares_; }
  [[nodiscard]] std::int64_t held() const noexcept { return held_.load(std::memory_order_relaxed); }
  /// Over 7/8: connections are to be closed until is_relieved().
  [[nodiscard]] bool is_pressed() const noexcept { return held() > calm_limit(); }
  [[nodiscard]] std::int64_t calm_limit() const noexcept { return eighths(7); }
  [[nodiscard]] bool is_relieved() const noexcept { return held() <= eighths(6); }
  /// The whole budget is in use: nothing more may be held.
  [[nodiscard]] bool is_spent() const noexcept { return held() > eighths(8); }

  /// Adds to the total, and wakes wait_for_fall() once for each fall by kWorthwhile from the peak.
  void add(std::int64_t bytes) noexcept;

  /// The most that was held since the last call.
  [[nodiscard]] std::int64_t take_peak() noexcept {
    return peak_.exchange(held_.load(std::memory_order_relaxed), std::memory_order_relaxed);
  }
  /// Waits until kWorthwhile less is held than at the peak, or until stop_waiting() was called; returns true in the
  /// latter case.
  [[nodiscard]] bool wait_for_fall() noexcept;
  void stop_waiting() noexcept;

 private:
  enum class Fall : int { none, came, stopped };
  [[nodiscard]] std::int64_t eighths(std::int64_t count) const noexcept {
    return static_cast<std::int64_t>(shares_.total) / 8 * count;
  }

  const Shares shares_;
  std::atomic<std::int64_t> held_{0};
  std::atomic<std::int64_t> peak_{0};
  std::atomic<Fall> fall_{Fall::none};
};

/// The part of one worker. Belongs to the worker's thread.
class WorkerMemory {
 public:
  explicit WorkerMemory(MemoryBudget& budget) noexcept : budget_(budget) {}
  WorkerMemory(const WorkerMemory&) = delete;
  WorkerMemory& operator=(const WorkerMemory&) = delete;
  ~WorkerMemory() { budget_.add(pending_); }

  void add(std::int64_t bytes) noexcept {
    held_ += bytes;
    pending_ += bytes;
    if (pending_ >= MemoryBudget::kStep || pending_ <= -MemoryBudget::kStep) publish();
  }
  /// Adds what is pending to the total; called before the total decides which connections are closed.
  void publish() noexcept {
    budget_.add(pending_);
    pending_ = 0;
  }
  [[nodiscard]] MemoryBudget& budget() const noexcept { return budget_; }
  /// This worker holds more than an equal part of calm_limit(): it has to close connections, too.
  [[nodiscard]] bool is_over_part(std::size_t workers) const noexcept {
    return held_ > budget_.calm_limit() / static_cast<std::int64_t>(workers);
  }

 private:
  MemoryBudget& budget_;
  std::int64_t held_ = 0;
  std::int64_t pending_ = 0;
};

}  // namespace agent_access::net
