/// \file
/// The two clocks of the process: the wall clock for tokens and keys, a monotonic one for limits. Thread safe. NOT
/// here: deadlines of sockets, which net and limit/shared take from std::chrono::steady_clock.
#pragma once

#include <time.h>

#include <chrono>

#include "base/ports.hpp"

namespace agent_access::app {

class SystemClock final : public base::Clock {
 public:
  [[nodiscard]] base::Seconds now() const noexcept override {
    // Not time(), which is some milliseconds late: a token would outlive its expiry by so much.
    return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  }
};

/// Late by the kernel's tick, some milliseconds, which no rate limit notices, and much cheaper for that.
class MonotonicClock final : public base::MonotonicClock {
 public:
  [[nodiscard]] std::chrono::nanoseconds now() const noexcept override {
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  }
};

}  // namespace agent_access::app
