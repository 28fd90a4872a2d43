/// \file
/// The wall clock as base::Clock. The only place that reads it for the protocol. Thread safe.
#pragma once

#include <chrono>

#include "base/ports.hpp"

namespace agent_access::app {

class SystemClock final : public base::Clock {
 public:
  [[nodiscard]] base::Seconds now() const noexcept override {
    return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  }
};

}  // namespace agent_access::app
