#include "net/capacity/memory_budget.hpp"

#include <malloc.h>

#include <algorithm>

namespace agent_access::net {

void MemoryBudget::add(std::int64_t bytes) noexcept {
  const std::int64_t now = held_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  std::int64_t peak = peak_.load(std::memory_order_relaxed);
  while (now > peak && !peak_.compare_exchange_weak(peak, now, std::memory_order_relaxed)) {
  }
}

MemoryReturn::MemoryReturn(MemoryBudget& budget, std::function<void()> give_back, std::chrono::milliseconds period)
    : budget_(budget),
      give_back_(std::move(give_back)),
      thread_([this, period](const std::stop_token& stop) { run(stop, period); }) {}

void MemoryReturn::trim_heap() noexcept { ::malloc_trim(0); }

void MemoryReturn::run(const std::stop_token& stop, std::chrono::milliseconds period) {
  std::int64_t before = 0;  // the most that was held since memory was last returned
  std::unique_lock lock(mutex_);
  while (!stopped_.wait_for(lock, stop, period, [&stop] { return stop.stop_requested(); })) {
    const std::int64_t most = budget_.take_peak();
    if (before - most >= kWorthwhile) {
      give_back_();
      before = most;
    }
    before = std::max(before, most);
  }
}

}  // namespace agent_access::net
