/// \file
/// Returns memory to the kernel when much less is held than before, because the allocator keeps freed memory between
/// used blocks. Runs on a thread of its own, so that no request waits for it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "net/capacity/memory_budget.hpp"

namespace agent_access::net {

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
