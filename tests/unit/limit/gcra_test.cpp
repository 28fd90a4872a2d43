#include "limit/gcra.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cstdint>
#include <limits>
#include <string>

#include "support/filled.hpp"
#include "support/vectors.hpp"
#include "unit/limit/sample_rate.hpp"

namespace agent_access::limit {
namespace {

using namespace std::chrono_literals;

constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();

std::int64_t number(const boost::json::value& value) { return value.to_number<std::int64_t>(); }

/// Follows one trace; the times are those of a monotonic clock, which does not go back with the trace.
void follow(const boost::json::object& trace) {
  const Rate rate{Nanoseconds{number(trace.at("emission_interval_ns"))}, number(trace.at("burst"))};
  Nanoseconds arrival{0};
  Nanoseconds now{0};
  for (const auto& event : test::filled(trace.at("events").as_array())) {
    SCOPED_TRACE(boost::json::serialize(event));
    now = std::max(now, Nanoseconds{number(event.at("t_ns"))});
    const auto before = arrival;
    const Decision decision = decide(arrival, rate, number(event.at("cost")), now);
    EXPECT_EQ(decision.is_allowed, event.at("allowed").as_bool());
    EXPECT_EQ(decision.remaining, number(event.at("remaining")));
    if (!decision.is_allowed) {
      EXPECT_EQ(arrival, before);
    }
    if (event.as_object().contains("reset_ns")) {
      EXPECT_EQ(decision.reset.count(), number(event.at("reset_ns")));
    }
    const auto& retry = event.at("retry_after_ns");
    EXPECT_EQ(decision.retry_after.count(), retry.is_null() ? kLast : number(retry));
  }
}

TEST(Decide, FollowsTheReferenceTraces) {
  AGENT_ACCESS_VECTOR_OR_SKIP(text, "gcra_vectors.json");
  const auto vectors = boost::json::parse(text).at("vectors").as_array();
  ASSERT_EQ(vectors.size(), 12U);
  for (const auto& vector : vectors) {
    SCOPED_TRACE(std::string(vector.at("name").as_string()));
    follow(vector.as_object());
  }
}

TEST(Decide, AllowsTheBurstAndThenOneAnInterval) {
  Nanoseconds arrival{0};
  const Rate rate{100ms, 2};
  EXPECT_TRUE(decide(arrival, rate, 1, 10s).is_allowed);
  EXPECT_EQ(arrival, 10s + 100ms);
  EXPECT_TRUE(decide(arrival, rate, 1, 10s).is_allowed);
  const Decision refused = decide(arrival, rate, 1, 10s + 30ms);
  EXPECT_FALSE(refused.is_allowed);
  EXPECT_EQ(refused.retry_after, 70ms);
  EXPECT_EQ(refused.reset, 170ms);
  EXPECT_EQ(refused.remaining, 0);
  EXPECT_FALSE(decide(arrival, rate, 1, 10s + 99'999'999ns).is_allowed);
  EXPECT_TRUE(decide(arrival, rate, 1, 10s + 100ms).is_allowed);
}

TEST(Decide, CountsNoPartOfARequestAsRemaining) {
  Nanoseconds arrival = 150ms;
  const Decision decision = decide(arrival, {100ms, 5}, 0, 0s);
  EXPECT_EQ(decision.remaining, 3);
  EXPECT_EQ(decision.reset, 150ms);
  EXPECT_EQ(arrival, 150ms);
}

TEST(Decide, RefusesACostAboveTheBurstForever) {
  Nanoseconds arrival{0};
  const Rate rate{100ms, 3};
  const Decision never = decide(arrival, rate, 4, 10s);
  EXPECT_FALSE(never.is_allowed);
  EXPECT_EQ(never.retry_after, Nanoseconds::max());
  EXPECT_TRUE(decide(arrival, rate, 1, 10s).is_allowed);
  // The whole burst is allowed again once everything is paid.
  EXPECT_EQ(decide(arrival, rate, 3, 10s).retry_after, 100ms);
  EXPECT_TRUE(decide(arrival, rate, 3, 10s + 100ms).is_allowed);
}

TEST(Decide, SaturatesAtTheSmallestAndLargestTimes) {
  Nanoseconds arrival = Nanoseconds::min();
  EXPECT_EQ(decide(arrival, {100ms, 3}, 1, Nanoseconds::max()).remaining, 2);
  EXPECT_EQ(arrival, Nanoseconds::max());
  arrival = Nanoseconds::max();
  const Decision decision = decide(arrival, {100ms, 3}, 1, Nanoseconds::min());
  EXPECT_FALSE(decision.is_allowed);
  EXPECT_EQ(decision.remaining, 0);
  EXPECT_EQ(arrival, Nanoseconds::max());
}

TEST(Decide, SaturatesWithABurstBeyondTheLargestTime) {
  Nanoseconds arrival{0};
  const Decision decision = decide(arrival, {1h, kLast}, 1, 5s);
  EXPECT_TRUE(decision.is_allowed);
  EXPECT_EQ(decision.reset, 1h);
  EXPECT_EQ(arrival, 1h + 5s);
}

TEST(Decide, AllowsEverythingWithoutAnInterval) {
  Nanoseconds arrival{7};
  for (const Nanoseconds interval : {0ns, -1ns}) {
    const Decision decision = decide(arrival, {interval, 9}, 100, 5s);
    EXPECT_TRUE(decision.is_allowed);
    EXPECT_EQ(decision.remaining, 9);
    EXPECT_EQ(decision.reset, 0ns);
    EXPECT_EQ(arrival, 7ns);
  }
}

TEST(Decide, TreatsANegativeCostAsZero) {
  Nanoseconds arrival = 1s;
  EXPECT_TRUE(decide(arrival, {1s, 2}, -5, 0s).is_allowed);
  EXPECT_EQ(arrival, 1s);
}

TEST(Saturating, StopsAtTheLimitOfTheType) {
  constexpr auto kMost = Nanoseconds::max();
  constexpr auto kLeast = Nanoseconds::min();
  EXPECT_EQ(plus(kMost, 1ns), kMost);
  EXPECT_EQ(plus(kLeast, -1ns), kLeast);
  EXPECT_EQ(plus(2ns, 3ns), 5ns);
  EXPECT_EQ(minus(kLeast, 1ns), kLeast);
  EXPECT_EQ(minus(kMost, -1ns), kMost);
  EXPECT_EQ(minus(2ns, 3ns), -1ns);
  EXPECT_EQ(times(kMost, 2), kMost);
  EXPECT_EQ(times(kMost, -2), kLeast);
  EXPECT_EQ(times(kLeast, -2), kMost);
  EXPECT_EQ(times(-3ns, 4), -12ns);
}

}  // namespace
}  // namespace agent_access::limit
