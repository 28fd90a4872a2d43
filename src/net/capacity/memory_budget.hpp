/// \file
/// One budget for the memory that peers make the process hold. Each worker adds up what its connections hold and tells
/// the process in steps, so that a request takes no lock and seldom touches what workers share.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "net/capacity/limits.hpp"
#include "net/capacity/shares.hpp"

namespace agent_access::net {

/// The process' total. Thread safe. It may be wrong by one step of each worker.
class MemoryBudget {
 public:
  /// What a worker may keep to itself.
  static constexpr std::int64_t kStep = std::int64_t{64} * 1024;
  /// Worth to be given back to the kernel.
  static constexpr std::int64_t kWorthwhile = std::int64_t{4} * 1024 * 1024;

  explicit MemoryBudget(const Shares& shares) noexcept : shares_(shares) {}

  [[nodiscard]] const Shares& shares() const noexcept { return shares_; }
  [[nodiscard]] std::int64_t held() const noexcept { return held_.load(std::memory_order_relaxed); }
  /// Over 7/8: connections are to be closed until is_relieved().
  [[nodiscard]] bool is_pressed() const noexcept { return held() > calm_limit(); }
  [[nodiscard]] std::int64_t calm_limit() const noexcept { return eighths(7); }
  [[nodiscard]] bool is_relieved() const noexcept { return held() <= eighths(6); }
  /// All of it: nothing more may be taken on.
  [[nodiscard]] bool is_spent() const noexcept { return held() > eighths(8); }

  /// Adds, and says once of each fall by kWorthwhile from the peak that it has come.
  void add(std::int64_t bytes) noexcept;

  /// The most that was held since the last call.
  [[nodiscard]] std::int64_t take_peak() noexcept {
    return peak_.exchange(held_.load(std::memory_order_relaxed), std::memory_order_relaxed);
  }
  /// Waits until kWorthwhile less is held than at the peak, or until stop_waiting() was called, which is then true.
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

/// One worker's part of it. Belongs to the worker's thread.
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
  /// Before the process' total decides which connections are closed.
  void publish() noexcept {
    budget_.add(pending_);
    pending_ = 0;
  }
  [[nodiscard]] MemoryBudget& budget() const noexcept { return budget_; }
  /// More than an equal part of what is left unpressed is held here: what is short is not only for others to give.
  [[nodiscard]] bool is_over_part(std::size_t workers) const noexcept {
    return held_ > budget_.calm_limit() / static_cast<std::int64_t>(workers);
  }

 private:
  MemoryBudget& budget_;
  std::int64_t held_ = 0;
  std::int64_t pending_ = 0;
};

}  // namespace agent_access::net
