/// \file
/// The generic cell rate algorithm: a token bucket kept as one time, the theoretical arrival time (TAT). Integer
/// nanoseconds of a monotonic clock, saturating. Pure, thread safe.
///
/// A request of `cost` is allowed if and only if max(now, TAT) + cost * interval - now <= burst * interval; then that
/// sum is the new TAT. A denied request leaves it unchanged.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace agent_access::limit {

/// Since an arbitrary start, monotonic.
using Nanoseconds = std::chrono::nanoseconds;

// Saturating arithmetic.

/// The limit at which a result that does not fit saturates.
[[nodiscard]] constexpr Nanoseconds end_of_time(bool is_past) noexcept {
  return is_past ? Nanoseconds::min() : Nanoseconds::max();
}

[[nodiscard]] constexpr Nanoseconds plus(Nanoseconds left, Nanoseconds right) noexcept {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(left.count(), right.count(), &sum)) return end_of_time(right.count() < 0);
  return Nanoseconds{sum};
}

[[nodiscard]] constexpr Nanoseconds minus(Nanoseconds left, Nanoseconds right) noexcept {
  std::int64_t difference = 0;
  if (__builtin_sub_overflow(left.count(), right.count(), &difference)) return end_of_time(right.count() > 0);
  return Nanoseconds{difference};
}

[[nodiscard]] constexpr Nanoseconds times(Nanoseconds one, std::int64_t count) noexcept {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(one.count(), count, &product)) return end_of_time((one.count() < 0) != (count < 0));
  return Nanoseconds{product};
}

struct Rate {
  Nanoseconds interval;    ///< between two requests in the long run
  std::int64_t burst = 1;  ///< requests at once after a long pause
};

struct Decision {
  bool is_allowed = true;
  std::int64_t remaining = 0;  ///< requests of cost 1 that would be allowed now
  Nanoseconds reset{};         ///< until the whole burst is there again
  Nanoseconds retry_after{};   ///< until this request would be allowed; zero when it was
};

/// Decides and, when allowed, advances `arrival`.
[[nodiscard]] inline Decision decide(Nanoseconds& arrival, const Rate& rate, std::int64_t cost,
                                     Nanoseconds now) noexcept {
  // A rate without an interval limits nothing, and must not be a divisor.
  if (rate.interval <= Nanoseconds::zero()) return {true, rate.burst, Nanoseconds::zero(), Nanoseconds::zero()};
  const Nanoseconds owed = std::max(minus(arrival, now), Nanoseconds::zero());
  const Nanoseconds capacity = times(rate.interval, rate.burst);
  const Nanoseconds wanted = plus(owed, times(rate.interval, std::max<std::int64_t>(cost, 0)));

  Decision decision;
  decision.is_allowed = wanted <= capacity;
  decision.reset = owed;
  if (decision.is_allowed) {
    // Relative to `now` again, because the sum saturates: that may lose debt, but the result stays consistent.
    arrival = plus(now, wanted);
    decision.reset = wanted;
  } else {
    // More than the whole burst is never allowed, however long the client waits.
    decision.retry_after = cost > rate.burst ? Nanoseconds::max() : wanted - capacity;
  }
  decision.remaining = std::max(minus(capacity, decision.reset), Nanoseconds::zero()) / rate.interval;
  return decision;
}

}  // namespace agent_access::limit
