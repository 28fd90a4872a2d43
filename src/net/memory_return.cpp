#include "net/memory_return.hpp"

#include <malloc.h>

#include <algorithm>
#include <utility>

namespace agent_access::net {

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
