#include "net/capacity/memory_budget.hpp"

namespace agent_access::net {

void MemoryBudget::add(std::int64_t bytes) noexcept {
  const std::int64_t now = held_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  std::int64_t peak = peak_.load(std::memory_order_relaxed);
  while (now > peak && !peak_.compare_exchange_weak(peak, now, std::memory_order_relaxed)) {
  }
  if (peak - now < kWorthwhile) return;
  Fall none = Fall::none;
  if (fall_.compare_exchange_strong(none, Fall::came)) fall_.notify_one();
}

bool MemoryBudget::wait_for_fall() noexcept {
  Fall seen = Fall::came;
  fall_.compare_exchange_strong(seen, Fall::none);
  // A fall before this call was not reported to a waiting thread.
  if (peak_.load(std::memory_order_relaxed) - held() < kWorthwhile) fall_.wait(Fall::none);
  return fall_.load() == Fall::stopped;
}

void MemoryBudget::stop_waiting() noexcept {
  fall_.store(Fall::stopped);
  fall_.notify_one();
}

}  // namespace agent_access::net
