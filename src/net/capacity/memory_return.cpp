#include "net/capacity/memory_return.hpp"

#include <malloc.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace agent_access::net {

MemoryReturn::MemoryReturn(MemoryBudget& budget, std::function<void()> give_back, std::chrono::milliseconds period)
    : budget_(budget),
      give_back_(std::move(give_back)),
      period_(period),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

MemoryReturn::~MemoryReturn() {
  thread_.request_stop();
  budget_.stop_waiting();
}

void MemoryReturn::trim_heap() noexcept { ::malloc_trim(0); }

void MemoryReturn::run(const std::stop_token& stop) {
  while (!budget_.wait_for_fall()) {
    if (becomes_calm(stop)) give_back_();
  }
}

/// Waits until much less than at the peak was held throughout two periods. False: stopped.
bool MemoryReturn::becomes_calm(const std::stop_token& stop) {
  std::int64_t peak = budget_.take_peak();
  for (int calm = 0; calm < 2;) {
    std::unique_lock lock(mutex_);
    stopped_.wait_for(lock, stop, period_, [] { return false; });
    if (stop.stop_requested()) return false;
    const std::int64_t most = budget_.take_peak();
    calm = peak - most >= MemoryBudget::kWorthwhile ? calm + 1 : 0;
    peak = std::max(peak, most);
  }
  return true;
}

}  // namespace agent_access::net
