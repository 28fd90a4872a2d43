// How many requests a fleet admits above its limit: the bound of docs/decisions/0009, with
// D = 2 * 75 ms + 5 ms = 155 ms, kept by many patterns and nearly reached by some.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <vector>

#include "unit/limit/shared/fleet_simulation.hpp"

namespace agent_access::limit::test {
namespace {

using namespace std::chrono_literals;

enum class Pattern : std::uint8_t { steady, in_turns, in_bursts };

bool is_active(Pattern pattern, int replica, int replicas, Nanoseconds time, Nanoseconds window) {
  switch (pattern) {
    case Pattern::steady:
      return true;
    case Pattern::in_turns:
      return time / (window / 4) % replicas == replica;
    case Pattern::in_bursts:
      return (time / 200ms * 7 + replica) % 3 == 0;
  }
  return false;
}

struct Case {
  int replicas;
  limit::Rate rate;
  std::int64_t per_second;  ///< requests at each replica
  double most;              ///< (replicas - 1) * min(ceil(per_second * D), burst + D / interval), worked out by hand
};

/// The largest excess at any moment over what a single limiter would have admitted.
double greatest_excess(const Case& tried, Pattern pattern) {
  FleetSimulation fleet({.replicas = tried.replicas, .rate = tried.rate});
  const Nanoseconds window = tried.rate.interval * tried.rate.burst;
  const Nanoseconds end = std::min<Nanoseconds>(4 * window + 1s, 30s);
  const Nanoseconds gap = Nanoseconds{1s} / tried.per_second;
  double worst = 0;
  std::int64_t admitted = 0;
  for (int replica = 0; replica < tried.replicas; ++replica) {
    for (Nanoseconds time = gap * replica / tried.replicas; time < end; time += gap) {
      if (!is_active(pattern, replica, tried.replicas, time, window)) continue;
      fleet.at(time, [&, replica] {
        if (!fleet.request(static_cast<std::size_t>(replica))) return;
        const auto allowed =
            static_cast<double>(tried.rate.burst) +
            static_cast<double>(fleet.now().count()) / static_cast<double>(tried.rate.interval.count());
        worst = std::max(worst, static_cast<double>(++admitted) - allowed);
      });
    }
  }
  fleet.run_until(end);
  return worst;
}

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {1, {100ms, 600}, 1000, 0.0},  {2, {100ms, 600}, 100, 16.0},   {4, {100ms, 600}, 100, 48.0},
      {2, {100ms, 50}, 1000, 51.55}, {4, {100ms, 50}, 1000, 154.65}, {16, {100ms, 10}, 1000, 173.25},
      {16, {100ms, 10}, 5, 15.0},    {4, {10ms, 100}, 1000, 346.5},  {2, {1ms, 1000}, 1000, 155.0},
  };
  return all;
}

TEST(FleetError, StaysWithinTheBoundInEveryPattern) {
  for (const Case& tried : cases()) {
    for (const auto pattern : {Pattern::steady, Pattern::in_turns, Pattern::in_bursts}) {
      EXPECT_LE(greatest_excess(tried, pattern), tried.most)
          << tried.replicas << " replicas, " << tried.per_second << "/s, pattern " << static_cast<int>(pattern);
    }
  }
}

TEST(FleetError, NearlyReachesTheBound) {
  // Otherwise the bound would be too loose.
  EXPECT_GE(greatest_excess({16, {100ms, 10}, 5, 0}, Pattern::steady), 14.0);
  EXPECT_GE(greatest_excess({2, {100ms, 50}, 1000, 0}, Pattern::steady), 48.0);
}

TEST(Fleet, DeniesNoClientBelowTheLimit) {
  // Four replicas, 10 in a second allowed, 8 asked for, evenly.
  FleetSimulation fleet({.replicas = 4, .rate = {100ms, 10}});
  int denied = 0;
  for (int i = 0; i < 400; ++i) {
    fleet.at(125ms * i, [&, i] { denied += fleet.request(static_cast<std::size_t>(i) % 4) ? 0 : 1; });
  }
  fleet.run_until(60s);
  EXPECT_EQ(denied, 0);
}

TEST(Fleet, ReceivesOtherReplicasDebtsWithTheFirstCharge) {
  FleetSimulation fleet({.replicas = 2, .rate = {1s, 10}});
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(fleet.request(0));
  fleet.run_until(1s);
  // One request was refilled in the meantime; this replica has not received the debt and admits it.
  EXPECT_TRUE(fleet.request(1));
  fleet.run_until(1200ms);
  EXPECT_FALSE(fleet.request(1));
}

TEST(Fleet, AddsUpChargesThatWereSmallerThanAnInterval) {
  // A charge of 1 ms is paid long before it is sent; as remaining debt alone it would count nothing.
  FleetSimulation fleet({.replicas = 4, .rate = {1ms, 1000}});
  int admitted = 0;
  for (int i = 0; i < 40'000; ++i) {
    // 500 a second at each of four: each alone is below 1000 a second, together they are above it.
    fleet.at(500us * i, [&, i] { admitted += fleet.request(static_cast<std::size_t>(i) % 4) ? 1 : 0; });
  }
  fleet.run_until(20s);
  // 20 s of 1000 a second and one burst, and (4 - 1) * ceil(500 * 0.155) = 234 above.
  EXPECT_LE(admitted, 21'234);
  EXPECT_GE(admitted, 20'500);
}

TEST(Fleet, RecoversItsLimitAfterReplicasWereDisconnected) {
  FleetSimulation fleet({.replicas = 2, .rate = {100ms, 10}});
  fleet.cut_off();
  // Each decides alone and admits its whole limit, for a minute.
  for (int i = 0; i < 1200; ++i) {
    fleet.at(50ms * i, [&, i] { static_cast<void>(fleet.request(static_cast<std::size_t>(i) % 2)); });
  }
  fleet.run_until(60s);
  fleet.join();
  // The debt is at most one window now; after it the shared limit applies again.
  fleet.run_until(61s);
  EXPECT_TRUE(fleet.request(0));
}

}  // namespace
}  // namespace agent_access::limit::test
