/// \file
/// The wall clock as base::Clock and the steady one as base::MonotonicClock. The only place that reads them for the
/// protocol. Thread safe.
#pragma once

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

class SteadyClock final : public base::MonotonicClock {
 public:
  [[nodiscard]] std::chrono::nanoseconds now() const noexcept override {
    return std::chrono::steady_clock::now().time_since_epoch();
  }
};

}  // namespace agent_access::app
