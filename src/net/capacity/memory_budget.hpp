/// \file
/// One budget for the memory that is held for connections. Each worker sums up its connections and adds to the total of
/// the process in steps, so that a request takes no lock and seldom touches shared data. Memory that was held before is
/// returned to the kernel.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

#include "net/capacity/connection_counts.hpp"
#include "net/capacity/limits.hpp"

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

/// Which limit is exceeded after a connection has grown.
enum class Excess : std::uint8_t { none, share, total };

/// What the process holds for one connection, counted in its worker's total and in the use of its networks. In whole
/// KiB, rounded up, so that the count seldom changes from request to request. Belongs to its connection. The place must
/// outlive it, and must not move while bytes are counted.
class HeldMemory {
 public:
  HeldMemory(WorkerMemory& worker, const ConnectionCounts::Place& place) noexcept : worker_(worker), place_(place) {}
  HeldMemory(const HeldMemory&) = delete;
  HeldMemory& operator=(const HeldMemory&) = delete;
  ~HeldMemory() { release(); }

  /// Sets the number of bytes that the connection holds.
  Excess set(std::size_t bytes) noexcept {
    const auto rounded = static_cast<std::int64_t>((bytes + kKibibyte - 1) / kKibibyte * kKibibyte);
    if (rounded == counted_) return Excess::none;
    return change(rounded);
  }
  void release() noexcept { static_cast<void>(set(0)); }
  [[nodiscard]] std::int64_t bytes() const noexcept { return counted_; }

 private:
  Excess change(std::int64_t bytes) noexcept {
    const std::int64_t grown = bytes - std::exchange(counted_, bytes);
    worker_.add(grown);
    const Shares& shares = worker_.budget().shares();
    bool is_over_share = false;
    for (const Reach reach : {Reach::address, Reach::network, Reach::wide_network}) {
      NetworkUse* const use = place_.use(reach);
      if (use == nullptr) continue;
      const std::int64_t held = use->held.fetch_add(grown, std::memory_order_relaxed) + grown;
      is_over_share = is_over_share || held > static_cast<std::int64_t>(shares.of(reach));
    }
    if (grown < 0) return Excess::none;
    if (worker_.budget().is_spent()) return Excess::total;
    return is_over_share ? Excess::share : Excess::none;
  }

  WorkerMemory& worker_;
  const ConnectionCounts::Place& place_;
  std::int64_t counted_ = 0;
};

/// Whether memory that was freed is likely to stay free: much less than at the peak was held throughout two periods.
class CalmPeriods {
 public:
  explicit CalmPeriods(std::int64_t peak) noexcept : peak_(peak) {}
  /// `most`: of the period that ends. True: it is the second calm one in a row.
  [[nodiscard]] bool end_period(std::int64_t most) noexcept {
    calm_ = peak_ - most >= MemoryBudget::kWorthwhile ? calm_ + 1 : 0;
    peak_ = std::max(peak_, most);
    return calm_ == 2;
  }

 private:
  std::int64_t peak_;
  int calm_ = 0;
};

/// Returns memory to the kernel when much less is held than before, because the allocator keeps freed memory between
/// used blocks. Runs on a thread of its own, so that no request waits for it.
class MemoryReturn {
 public:
  /// Memory is returned after two periods of low use.
  static constexpr std::chrono::milliseconds kPeriod{1'000};

  /// `budget` must outlive this object. `give_back` is called on the thread and must not throw.
  explicit MemoryReturn(MemoryBudget& budget, std::function<void()> give_back = trim_heap,
                        std::chrono::milliseconds period = kPeriod);
  MemoryReturn(const MemoryReturn&) = delete;
  MemoryReturn& operator=(const MemoryReturn&) = delete;
  ~MemoryReturn();

 private:
  static void trim_heap() noexcept;
  void run(const std::stop_token& stop);
  [[nodiscard]] bool becomes_calm(const std::stop_token& stop);

  MemoryBudget& budget_;
  std::function<void()> give_back_;
  std::chrono::milliseconds period_;
  std::mutex mutex_;
  std::condition_variable_any stopped_;
  std::jthread thread_;  ///< last: ends before what it uses
};

}  // namespace agent_access::net
