/// \file
/// Clocks with a fixed time and a random source with known bytes.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>

#include "base/ports.hpp"

namespace agent_access::test {

class FixedClock final : public base::Clock {
 public:
  explicit FixedClock(std::int64_t unix_time) : now_(std::chrono::seconds{unix_time}) {}
  [[nodiscard]] base::Seconds now() const noexcept override { return now_; }
  void set(std::int64_t unix_time) { now_ = base::Seconds{std::chrono::seconds{unix_time}}; }

 private:
  base::Seconds now_;
};

/// Elapsed time that a test advances.
class FixedMonotonicClock final : public base::MonotonicClock {
 public:
  [[nodiscard]] std::chrono::nanoseconds now() const noexcept override { return now_; }
  void advance(std::chrono::nanoseconds time) { now_ += time; }

 private:
  std::chrono::nanoseconds now_ = std::chrono::hours{1};
};

/// Returns the bytes 0, 1, 2, ... (modulo 256), continuing at each fill; fails after `fail_after` fills.
class ScriptedRandom final : public base::Random {
 public:
  explicit ScriptedRandom(std::uint8_t first = 0, std::size_t fail_after = static_cast<std::size_t>(-1))
      : next_(first), fills_left_(fail_after) {}
  [[nodiscard]] bool fill(std::span<std::byte> out) noexcept override {
    if (fills_left_ == 0) return false;
    --fills_left_;
    for (auto& byte : out) byte = static_cast<std::byte>(next_++);
    return true;
  }

 private:
  std::uint8_t next_;
  std::size_t fills_left_;
};

}  // namespace agent_access::test
