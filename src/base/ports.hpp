/// \file
/// What a protocol needs from the world: the time, of day and elapsed, and randomness. Production implementations live
/// in app (SystemClock, MonotonicClock) and crypto (SystemRandom); tests bring fixed clocks and a scripted random.
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

/// Time since an arbitrary start that never goes back and that nobody can set, for limits: whatever charges a debt
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
  /// Fills all of `out`, or returns false and leaves it unusable: the caller must give up its operation.
  [[nodiscard]] virtual bool fill(std::span<std::byte> out) noexcept = 0;
};

}  // namespace agent_access::base
