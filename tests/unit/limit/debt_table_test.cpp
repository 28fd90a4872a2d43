#include "limit/debt_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <random>
#include <thread>
#include <vector>

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
  // Nor does a key that is never allowed use one of the debts: eight others still find theirs.
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
  // Equal low bits: if these selected the set, the ninth key would find no room.
  for (DebtKey key = 0; key < 64; ++key) EXPECT_TRUE(table.charge(key << 32U, kRate, 1, 1s).is_allowed);
  EXPECT_EQ(table.times_full(), 0U);
  EXPECT_EQ(table.look(DebtKey{5} << 32U, kRate, 1s).remaining, 9);
}

}  // namespace
}  // namespace agent_access::limit
