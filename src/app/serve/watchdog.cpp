#include "app/serve/watchdog.hpp"

#include <algorithm>
#include <cstdint>

namespace agent_access::app {

std::chrono::milliseconds Watchdog::interval() const noexcept {
  if (!limit_) return kInterval;
  // Twice within the limit, as sd_watchdog_enabled(3) recommends.
  const auto half = std::chrono::floor<std::chrono::milliseconds>(*limit_ / 2);
  return std::clamp(half, std::chrono::milliseconds{1}, kInterval);
}

void Watchdog::look() {
  const auto now = std::chrono::steady_clock::now();
  if (now < next_look_) return;
  next_look_ = now + interval();
  const bool is_alive_now = is_alive();
  if (is_alive_now != was_alive_) {
    was_alive_ = is_alive_now;
    if (is_alive_now)
      log_.write(ops::Level::info, "worker_turns_again", {});
    else
      log_.write(ops::Level::error, "worker_stuck", {{"seconds", std::int64_t{kLongestTurn.count()}}});
  }
  if (is_alive_now && limit_) static_cast<void>(notifier_.watchdog());
}

}  // namespace agent_access::app
