/// \file
/// The system interfaces that protocol code uses: wall clock, monotonic clock and random bytes. Production
/// implementations are in app (SystemClock, MonotonicClock) and crypto (SystemRandom); tests use fixed clocks and a
/// scripted random generator.
#pragma once

#include <chrono>
#include <cstddef>
#include <span>

namespace agent_access::base {

using Seconds = std::chrono::sys_seconds;

/// Wall-clock time in whole seconds, as tokens use it. Implementations are thread safe.
class Clock {
 public:
  virtual ~Clock() = default;
  [[nodiscard]] virtual Seconds now() const noexcept = 0;
};

/// Time since an arbitrary start; it never goes back and cannot be set. For limits: everything that charges a debt
/// table or merges into it uses the same instance. Implementations are thread safe.
class MonotonicClock {
 public:
  virtual ~MonotonicClock() = default;
  [[nodiscard]] virtual std::chrono::nanoseconds now() const noexcept = 0;
};

/// Unpredictable bytes. An instance belongs to one thread.
class Random {
 public:
  virtual ~Random() = default;
  /// Fills all of `out`, or returns false and leaves it unusable: the caller must abort its operation.
  [[nodiscard]] virtual bool fill(std::span<std::byte> out) noexcept = 0;
};

}  // namespace agent_access::base
