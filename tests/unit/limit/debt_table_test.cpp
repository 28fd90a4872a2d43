#include "limit/debt_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/json.hpp>
#include <limits>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "support/filled.hpp"
#include "support/vectors.hpp"
#include "unit/limit/sample_rate.hpp"

namespace agent_access::limit {
namespace {

using namespace std::chrono_literals;

/// Keys of one set of a table of `sets`.
DebtKey crowded(std::uint64_t number, std::uint64_t sets) { return number * sets; }

TEST(ChargeDebt, KeepsEachKeysOwnDebt) {
  DebtTable table(4);
  for (std::int64_t left = 9; left >= 0; --left) EXPECT_EQ(table.charge(1, kRate, 1, 1s).remaining, left);
  EXPECT_FALSE(table.charge(1, kRate, 1, 1s).is_allowed);
  EXPECT_EQ(table.charge(5, kRate, 1, 1s).remaining, 9);
  EXPECT_TRUE(table.charge(1, kRate, 1, 1s + 100ms).is_allowed);
}

TEST(ChargeDebt, RoundsTheSetsUpToAPowerOfTwo) {
  DebtTable table(5);
  for (DebtKey key = 0; key < 64; ++key) EXPECT_EQ(table.charge(key, kRate, 1, 1s).remaining, 9) << key;
  EXPECT_EQ(table.times_full(), 0U);
}

TEST(ChargeDebt, DistinguishesKeysByTheirUpperHalf) {
  DebtTable table(1);
  EXPECT_EQ(table.charge(1, kRate, 4, 1s).remaining, 6);
  EXPECT_EQ(table.charge(1 + (DebtKey{1} << 32U), kRate, 1, 1s).remaining, 9);
  EXPECT_EQ(table.charge(1, kRate, 1, 1s).remaining, 5);
}

TEST(ChargeDebt, ChangesNothingWhenDenied) {
  DebtTable table(1);
  EXPECT_TRUE(table.charge(1, kRate, 10, 1s).is_allowed);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(table.charge(1, kRate, 1, 1s).retry_after, 100ms);
  // Nor does a key that is never allowed use an entry: eight others still find theirs.
  EXPECT_FALSE(table.charge(99, kRate, 11, 1s).is_allowed);
  for (DebtKey key = 2; key <= 8; ++key) EXPECT_EQ(table.charge(key, kRate, 1, 1s).remaining, 9);
  EXPECT_EQ(table.times_full(), 0U);
}

TEST(ChargeDebt, ReusesAnEntryOnlyWhenItIsPaid) {
  DebtTable table(1);
  for (DebtKey key = 1; key <= 8; ++key)
    EXPECT_TRUE(table.charge(key, kRate, static_cast<std::int64_t>(key), 1s).is_allowed);
  // The debt of key 1 ends at 1.1 s; a nanosecond before that there is no room, and key 9 comes at the very end of it
  // and displaces nobody else.
  static_cast<void>(table.look(9, kRate, 1s + 100ms - 1ns));
  EXPECT_EQ(table.times_full(), 1U);
  EXPECT_EQ(table.charge(9, kRate, 1, 1s + 100ms).remaining, 9);
  EXPECT_EQ(table.charge(8, kRate, 0, 1s + 100ms).reset, 700ms);
  EXPECT_EQ(table.times_full(), 1U);
}

TEST(ChargeDebt, ChargesNewKeysOfAFullSetTogether) {
  DebtTable table(1);
  for (DebtKey key = 1; key <= 8; ++key) EXPECT_TRUE(table.charge(key, kRate, 5, 1s).is_allowed);
  EXPECT_EQ(table.charge(9, kRate, 6, 1s).remaining, 4);
  EXPECT_EQ(table.charge(10, kRate, 3, 1s).remaining, 1);
  EXPECT_FALSE(table.charge(11, kRate, 2, 1s).is_allowed);
  EXPECT_EQ(table.times_full(), 3U);
  for (DebtKey key = 1; key <= 8; ++key) EXPECT_EQ(table.look(key, kRate, 1s).remaining, 5) << key;
}

TEST(ChargeDebt, KeepsEveryDebtUnderAMillionRandomKeys) {
  DebtTable table(512);
  constexpr DebtKey kHeavy = 0x0123456789abcdef;
  EXPECT_TRUE(table.charge(kHeavy, kRate, 10, 1s).is_allowed);
  std::mt19937_64 random(7);
  for (int i = 0; i < 1'000'000; ++i) {
    static_cast<void>(table.charge(random(), kRate, 1, 1s + 50ms));
    if (i % 1000 == 0) {
      ASSERT_FALSE(table.charge(kHeavy, kRate, 1, 1s + 50ms).is_allowed) << i;
    }
  }
  EXPECT_EQ(table.charge(kHeavy, kRate, 1, 1s + 50ms).retry_after, 50ms);
  EXPECT_GT(table.times_full(), 0U);
}

TEST(ChargeDebt, LimitsABusyClientWhileManyOtherAddressesCharge) {
  DebtTable table(64);
  std::mt19937_64 random(11);
  int admitted = 0;
  for (int tick = 0; tick < 10'000; ++tick) {
    const Nanoseconds now = 1s + tick * 1ms;
    if (table.charge(42, kRate, 1, now).is_allowed) ++admitted;
    for (int i = 0; i < 20; ++i) static_cast<void>(table.charge(random(), kRate, 1, now));
  }
  // Ten at once and one each 100 ms for ten seconds.
  EXPECT_EQ(admitted, 109);
}

TEST(ChargeDebt, AdmitsExactlyTheBurstToManyThreads) {
  DebtTable table(8);
  constexpr std::int64_t kBurst = 20'000;
  std::atomic<std::int64_t> admitted{0};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&] {
      for (std::int64_t i = 0; i < kBurst; ++i) {
        if (table.charge(3, {1ms, kBurst}, 1, 1s).is_allowed) ++admitted;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(admitted, kBurst);
}

TEST(ChargeDebt, AdmitsExactlyTheSmallerBudgetToManyThreads) {
  DebtTable table(2);
  std::atomic<std::int64_t> admitted{0};
  std::vector<std::thread> threads;
  for (std::uint64_t thread = 0; thread < 4; ++thread) {
    // The same sets in two orders, which could deadlock.
    std::array<Charge, 2> charges = {{{thread % 2, {1ms, 100'000}}, {1 - thread % 2, {1ms, 100'000}}}};
    threads.emplace_back([&, charges] {
      for (int i = 0; i < 40'000; ++i) {
        std::array<Decision, 2> decisions;
        if (table.charge_all(charges, 1, 1s, decisions)) ++admitted;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(admitted, 100'000);
}

TEST(ChargeAll, ChargesNothingWhenOneDenies) {
  DebtTable table(4);
  const std::array<Charge, 3> charges = {{{1, kRate}, {2, {100ms, 2}}, {crowded(1, 4) + 1, kRate}}};
  std::array<Decision, 3> decisions;
  EXPECT_TRUE(table.charge_all(charges, 2, 1s, decisions));
  EXPECT_EQ(decisions[0].remaining, 8);
  EXPECT_FALSE(table.charge_all(charges, 1, 1s, decisions));
  EXPECT_TRUE(decisions[0].is_allowed);
  EXPECT_FALSE(decisions[1].is_allowed);
  EXPECT_EQ(table.look(1, kRate, 1s).remaining, 8);
  EXPECT_EQ(table.look(5, kRate, 1s).remaining, 8);
}

TEST(AddDebt, ChargesBeyondTheBurstButNotMoreThanOneBurst) {
  DebtTable table(1);
  EXPECT_TRUE(table.charge(1, kRate, 10, 1s).is_allowed);
  table.add(1, kRate, 4, 1s);
  EXPECT_EQ(table.look(1, kRate, 1s).reset, 1400ms);
  EXPECT_EQ(table.charge(1, kRate, 1, 1s).retry_after, 500ms);
  table.add(1, kRate, 1'000'000, 1s);
  EXPECT_EQ(table.look(1, kRate, 1s).reset, 2400ms);
}

TEST(AddDebt, SaturatesAtTheLargestTime) {
  DebtTable table(1);
  const Rate slow{Nanoseconds::max() / 2, 4};
  table.add(1, slow, 4, 1s);
  table.add(1, slow, 4, 1s);
  EXPECT_EQ(table.look(1, kRate, 1s).reset, Nanoseconds::max() - 1s);
}

TEST(LookAtDebt, ChangesNothing) {
  DebtTable table(1);
  for (DebtKey key = 1; key <= 20; ++key) EXPECT_EQ(table.look(key, kRate, 1s).remaining, 10);
  for (DebtKey key = 1; key <= 8; ++key) EXPECT_EQ(table.charge(key, kRate, 1, 1s).remaining, 9);
  EXPECT_EQ(table.times_full(), 0U);
}

TEST(DebtTablePlacement, SpreadsChosenKeys) {
  HashKey secret{std::byte{7}};
  DebtTable table(256, secret);
  // Equal low bits: if these selected the set, the ninth key would find no entry.
  for (DebtKey key = 0; key < 64; ++key) EXPECT_TRUE(table.charge(key << 32U, kRate, 1, 1s).is_allowed);
  EXPECT_EQ(table.times_full(), 0U);
  EXPECT_EQ(table.look(DebtKey{5} << 32U, kRate, 1s).remaining, 9);
}

/// The key and the messages 0, 1, 2, ... of the reference implementation's vectors.
std::uint64_t hash_of_first(std::size_t length) {
  HashKey key{};
  for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<std::byte>(i);
  std::vector<std::byte> message(length);
  for (std::size_t i = 0; i < length; ++i) message[i] = static_cast<std::byte>(i);
  return keyed_hash(key, message);
}

TEST(KeyedHash, IsSipHash24) {
  EXPECT_EQ(hash_of_first(0), 0x726fdb47dd0e0e31U);
  EXPECT_EQ(hash_of_first(1), 0x74f839c593dc67fdU);
  EXPECT_EQ(hash_of_first(8), 0x93f5f5799a932462U);
  EXPECT_EQ(hash_of_first(15), 0xa129ca6149be45e5U);
}

TEST(KeyedHash, DependsOnEveryByteOfTheKey) {
  const std::vector<std::byte> message(25);
  const std::uint64_t plain = keyed_hash(HashKey{}, message);
  for (std::size_t i = 0; i < HashKey{}.size(); ++i) {
    HashKey key{};
    key[i] = std::byte{1};
    EXPECT_NE(keyed_hash(key, message), plain) << i;
  }
}

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
