/// \file
/// The system's wall clock, for tokens and keys, and its monotonic clock, for limits. Thread safe. NOT here: timeouts
/// of sockets, for which net uses std::chrono::steady_clock.
#pragma once

#include <time.h>

#include <chrono>

#include "base/ports.hpp"

namespace agent_access::app {

class SystemClock final : public base::Clock {
 public:
  [[nodiscard]] base::Seconds now() const noexcept override {
    // Not time(), which may be some milliseconds late: a token would be accepted after its expiry.
    return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  }
};

/// The coarse clock: up to some milliseconds late, exact enough for rate limits, and much cheaper.
class CoarseClock final : public base::MonotonicClock {
 public:
  [[nodiscard]] std::chrono::nanoseconds now() const noexcept override {
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  }
};

}  // namespace agent_access::app
