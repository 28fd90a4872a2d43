#include "net/capacity/memory_budget.hpp"

namespace agent_access::net {

void MemoryBudget::add(std::int64_t bytes) noexcept {
  const std::int64_t now = held_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  std::int64_t peak = peak_.load(std::memory_order_relaxed);
  while (now > peak && !peak_.compare_exchange_weak(peak, now, std::memory_order_relaxed)) {
  }
}

}  // namespace agent_access::net
