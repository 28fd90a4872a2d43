#include "net/capacity/memory_budget.hpp"

#include <malloc.h>

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

/// False: stopped.
bool MemoryReturn::becomes_calm(const std::stop_token& stop) {
  CalmPeriods periods(budget_.take_peak());
  do {
    std::unique_lock lock(mutex_);
    stopped_.wait_for(lock, stop, period_, [] { return false; });
    if (stop.stop_requested()) return false;
  } while (!periods.end_period(budget_.take_peak()));
  return true;
}

}  // namespace agent_access::net
