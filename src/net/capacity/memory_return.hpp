/// \file
/// Gives memory back to the kernel when much less is held than before: the allocator keeps what was freed between other
/// blocks. On a thread of its own that sleeps otherwise, so that no request waits for it.
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
  /// How long it must be calm: twice this.
  static constexpr std::chrono::milliseconds kPeriod{1'000};

  /// `budget` must outlive it. `give_back` is called on the thread, and must not throw.
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
