/// \file
/// Returns memory that was held for connections to the kernel.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

#include "net/capacity/limits.hpp"
#include "net/capacity/memory_budget.hpp"

namespace agent_access::net {

/// Returns memory to the kernel when less is held than before, because the allocator keeps freed memory between used
/// blocks. Runs on a thread of its own, so that no request waits for it.
class MemoryReturn {
 public:
  /// The least fall for which memory is returned.
  static constexpr std::int64_t kWorthwhile = 4 * std::int64_t{kMebibyte};
  /// How long less must be held, because memory that was just freed is likely to be used again.
  static constexpr std::chrono::milliseconds kPeriod{2'000};

  /// `budget` must outlive this object. `give_back` is called on the thread and must not throw.
  explicit MemoryReturn(MemoryBudget& budget, std::function<void()> give_back = trim_heap,
                        std::chrono::milliseconds period = kPeriod);
  MemoryReturn(const MemoryReturn&) = delete;
  MemoryReturn& operator=(const MemoryReturn&) = delete;

 private:
  static void trim_heap() noexcept;
  void run(const std::stop_token& stop, std::chrono::milliseconds period);

  MemoryBudget& budget_;
  std::function<void()> give_back_;
  std::mutex mutex_;
  std::condition_variable_any stopped_;
  std::jthread thread_;  ///< last: ends before what it uses
};

}  // namespace agent_access::net
