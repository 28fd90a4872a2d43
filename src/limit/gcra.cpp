#include "limit/gcra.hpp"

#include <algorithm>

namespace agent_access::limit {

Decision decide(Nanoseconds& arrival, const Rate& rate, std::int64_t cost, Nanoseconds now) noexcept {
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
