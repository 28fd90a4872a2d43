#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <thread>
#include <vector>

#include "limit/debt_table.hpp"
#include "unit/limit/sample_rate.hpp"

namespace agent_access::limit {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kAll = 1'000'000;

std::map<DebtKey, Nanoseconds> by_key(const std::vector<Debt>& debts) {
  std::map<DebtKey, Nanoseconds> found;
  for (const Debt& debt : debts) EXPECT_TRUE(found.emplace(debt.key, debt.owed).second) << "twice: " << debt.key;
  return found;
}

TEST(TakeChanges, ReportsEachChangedDebtOnce) {
  DebtTable table(256);
  EXPECT_TRUE(table.take_changes(kAll, 1s).empty());
  EXPECT_TRUE(table.charge(1, kRate, 2, 1s).is_allowed);
  EXPECT_TRUE(table.charge(1, kRate, 1, 1s).is_allowed);
  table.add(200, kRate, 4, 1s);
  const std::map<DebtKey, Nanoseconds> expected = {{1, 250ms}, {200, 350ms}};
  EXPECT_EQ(by_key(table.take_changes(kAll, 1s + 50ms)), expected);
  EXPECT_TRUE(table.take_changes(kAll, 1s + 50ms).empty());
  EXPECT_TRUE(table.charge(200, kRate, 1, 1s + 50ms).is_allowed);
  EXPECT_EQ(table.take_changes(kAll, 1s + 50ms).size(), 1U);
}

TEST(TakeChanges, ReportsEveryOutstandingDebtAgainOnRequest) {
  DebtTable table(256);
  EXPECT_TRUE(table.charge(1, kRate, 3, 1s).is_allowed);
  EXPECT_TRUE(table.charge(2, kRate, 1, 1s).is_allowed);
  table.merge({200, 700ms}, 1s);
  EXPECT_EQ(table.take_changes(kAll, 1s).size(), 2U);
  EXPECT_TRUE(table.charge(1, kRate, 1, 1s).is_allowed);
  // The second debt has been paid meanwhile.
  table.resend_all(1s + 100ms);
  const auto again = table.take_changes(kAll, 1s + 100ms);
  const std::map<DebtKey, Nanoseconds> expected = {{1, 300ms}, {200, 600ms}};
  EXPECT_EQ(by_key(again), expected);
  for (const Debt& debt : again) EXPECT_EQ(debt.charged, debt.key == 1 ? 100ms : 0ms) << debt.key;
  EXPECT_TRUE(table.take_changes(kAll, 1s + 100ms).empty());
}

TEST(TakeChanges, ReportsAllDebtsAgainInSeveralCalls) {
  DebtTable table(256);
  for (DebtKey key = 0; key < 100; ++key) table.merge({key, 700ms}, 1s);
  EXPECT_TRUE(table.take_changes(kAll, 1s).empty());
  table.resend_all(1s);
  EXPECT_EQ(table.take_changes(64, 1s).size(), 64U);
  EXPECT_EQ(table.take_changes(64, 1s).size(), 36U);
}

TEST(TakeChanges, DoesNotSendAgainADebtThatIsPaidMeanwhile) {
  DebtTable table(256);
  table.merge({1, 700ms}, 1s);
  table.merge({2, 800ms}, 1s);
  table.resend_all(1s);
  const auto again = table.take_changes(kAll, 1s + 700ms);
  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(again.front().key, 2U);
}

TEST(TakeChanges, SendsADebtAgainOnce) {
  DebtTable table(256);
  table.merge({1, 700ms}, 1s);
  table.resend_all(1s);
  EXPECT_EQ(table.take_changes(kAll, 1s).size(), 1U);
  EXPECT_TRUE(table.charge(257, kRate, 1, 1s).is_allowed);  // in the same set
  const auto next = table.take_changes(kAll, 1s);
  ASSERT_EQ(next.size(), 1U);
  EXPECT_EQ(next.front().key, 257U);
}

TEST(DebtTablePlacement, SpreadsChosenKeys) {
  HashKey secret{std::byte{7}};
  DebtTable table(256, secret);
  // Equal low bits: if these selected the set, the ninth key would find no entry.
  for (DebtKey key = 0; key < 64; ++key) EXPECT_TRUE(table.charge(key << 32U, kRate, 1, 1s).is_allowed);
  EXPECT_EQ(table.times_full(), 0U);
  EXPECT_EQ(table.look(DebtKey{5} << 32U, kRate, 1s).remaining, 9);
}

TEST(TakeChanges, DoesNotReportRequestsThatAreDeniedOrWithoutCost) {
  DebtTable table(16);
  EXPECT_FALSE(table.charge(4, kRate, 11, 1s).is_allowed);
  EXPECT_TRUE(table.charge(1, kRate, 0, 1s).is_allowed);
  EXPECT_TRUE(table.charge(2, Rate{0ns, 10}, 5, 1s).is_allowed);
  EXPECT_TRUE(table.charge(3, kRate, 1, 1s).is_allowed);
  const std::map<DebtKey, Nanoseconds> expected = {{3, 100ms}};
  EXPECT_EQ(by_key(table.take_changes(kAll, 1s)), expected);
}

TEST(TakeChanges, ReportsChargesSinceTheLastCallEvenIfPaid) {
  DebtTable table(16);
  EXPECT_TRUE(table.charge(2, kRate, 3, 1s).is_allowed);
  EXPECT_EQ(table.take_changes(kAll, 1s).at(0).charged, 300ms);
  EXPECT_TRUE(table.charge(2, kRate, 1, 1s + 100ms).is_allowed);
  table.merge({2, 700ms}, 1s + 100ms);
  const auto changes = table.take_changes(kAll, 1s + 900ms);
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_EQ(changes[0].charged, 100ms);
  EXPECT_EQ(changes[0].owed, -100ms);
}

TEST(TakeChanges, AddsUpChargesWithoutIdleTime) {
  DebtTable table(16);
  EXPECT_TRUE(table.charge(1, kRate, 2, 1s).is_allowed);
  EXPECT_TRUE(table.charge(1, kRate, 1, 1s).is_allowed);
  EXPECT_EQ(table.take_changes(kAll, 1s).at(0).charged, 300ms);
  // At 1.3 s everything is paid.
  EXPECT_TRUE(table.charge(1, kRate, 1, 5s).is_allowed);
  EXPECT_EQ(table.take_changes(kAll, 5s).at(0).charged, 100ms);
}

TEST(TakeChanges, ReportsOnlyTheNewKeysChargesForAReusedEntry) {
  DebtTable table(1);
  EXPECT_TRUE(table.charge(1, kRate, 1, 1s).is_allowed);
  // The debt of key 1 is paid and its entry is free, although it was never reported.
  EXPECT_TRUE(table.charge(2, kRate, 2, 2s).is_allowed);
  const auto changes = table.take_changes(kAll, 2s);
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_EQ(changes[0].key, 2U);
  EXPECT_EQ(changes[0].charged, 200ms);
}

TEST(TakeChanges, ReportsTheRestInTheNextCall) {
  DebtTable table(1024);
  for (DebtKey key = 0; key < 3000; ++key) EXPECT_TRUE(table.charge(key, kRate, 1, 1s).is_allowed);
  std::vector<Debt> all;
  for (int calls = 0; calls < 30; ++calls) {
    const auto some = table.take_changes(100, 1s);
    EXPECT_EQ(some.size(), 100U);
    all.insert(all.end(), some.begin(), some.end());
  }
  EXPECT_EQ(by_key(all).size(), 3000U);
  EXPECT_TRUE(table.take_changes(100, 1s).empty());
}

TEST(TakeChanges, ReturnsToTheSetsBeforeTheOneItStoppedAt) {
  DebtTable table(64);
  EXPECT_TRUE(table.charge(5, kRate, 1, 1s).is_allowed);
  EXPECT_TRUE(table.charge(40, kRate, 1, 1s).is_allowed);
  EXPECT_EQ(table.take_changes(1, 1s).at(0).key, 5U);
  EXPECT_TRUE(table.charge(5, kRate, 1, 1s).is_allowed);
  const std::map<DebtKey, Nanoseconds> expected = {{40, 100ms}, {5, 200ms}};
  EXPECT_EQ(by_key(table.take_changes(kAll, 1s)), expected);
}

TEST(TakeChanges, ReportsSetsThatChangeRarely) {
  DebtTable table(1024);
  EXPECT_TRUE(table.charge(1000, kRate, 5, 1s).is_allowed);
  bool was_told = false;
  for (int calls = 0; calls < 200 && !was_told; ++calls) {
    for (DebtKey key = 0; key < 64; ++key) table.add(key, kRate, 1, 1s);
    was_told = std::ranges::any_of(table.take_changes(16, 1s), [](const Debt& debt) { return debt.key == 1000; });
  }
  EXPECT_TRUE(was_told);
}

TEST(TakeChanges, ReportsEveryChargeWhileOtherThreadsCharge) {
  DebtTable table(128);
  std::atomic<bool> is_done{false};
  std::thread charger([&] {
    for (int i = 0; i < 200'000; ++i) table.add(static_cast<DebtKey>(i % 512), {1us, 1}, 1, 1s);
    is_done = true;
  });
  std::map<DebtKey, Nanoseconds> changes;
  for (bool is_last = false; !is_last;) {
    is_last = is_done;
    for (const Debt& debt : table.take_changes(kAll, 1s)) changes[debt.key] = debt.owed;
  }
  charger.join();
  ASSERT_EQ(changes.size(), 512U);
  for (const auto& [key, owed] : changes) EXPECT_EQ(owed, key < 320 ? 391us : 390us) << key;
}

TEST(MergeDebt, RaisesAndNeverLowers) {
  DebtTable table(4);
  EXPECT_TRUE(table.charge(1, kRate, 5, 1s).is_allowed);
  table.merge({1, 300ms}, 1s);
  EXPECT_EQ(table.look(1, kRate, 1s).reset, 500ms);
  table.merge({1, 900ms}, 1s);
  EXPECT_EQ(table.look(1, kRate, 1s).remaining, 1);
  table.merge({2, 1s}, 1s);
  EXPECT_EQ(table.charge(2, kRate, 1, 1s).retry_after, 100ms);
  table.merge({3, 0s}, 1s);
  table.merge({3, -5s}, 1s);
  EXPECT_EQ(table.look(3, kRate, 1s).remaining, 10);
}

TEST(MergeDebt, IsNotReportedBack) {
  DebtTable table(1);
  table.merge({1, 300ms}, 1s);
  EXPECT_TRUE(table.take_changes(kAll, 1s).empty());
  // Nor in an entry whose previous key had an unreported charge.
  EXPECT_TRUE(table.charge(2, kRate, 1, 1s).is_allowed);
  for (DebtKey key = 3; key <= 8; ++key) table.merge({key, 1s}, 1s);
  table.merge({9, 1s}, 1s + 200ms);
  EXPECT_TRUE(table.take_changes(kAll, 1s + 200ms).empty());
  EXPECT_EQ(table.look(9, kRate, 1s + 200ms).remaining, 0);
}

TEST(MergeDebt, KeepsPendingChargesWithTheirKeys) {
  DebtTable table(1);
  EXPECT_TRUE(table.charge(1, kRate, 1, 1s).is_allowed);
  // A debt of zero elsewhere uses no entry, so that the paid debt of key 1 is still reported.
  table.merge({2, 0s}, 2s);
  table.merge({2, -5s}, 2s);
  ASSERT_EQ(table.take_changes(kAll, 2s).size(), 1U);
  EXPECT_TRUE(table.charge(1, kRate, 1, 3s).is_allowed);
  // A debt that reuses the entry does not inherit the charges of the previous key.
  table.merge({2, 300ms}, 4s);
  EXPECT_TRUE(table.charge(2, kRate, 1, 4s).is_allowed);
  const auto changes = table.take_changes(kAll, 4s);
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_EQ(changes[0].key, 2U);
  EXPECT_EQ(changes[0].charged, 100ms);
  EXPECT_EQ(changes[0].owed, 400ms);
}

TEST(MergeDebt, ReplacesNoDebtInAFullSet) {
  DebtTable table(1);
  for (DebtKey key = 1; key <= 8; ++key) EXPECT_TRUE(table.charge(key, kRate, 5, 1s).is_allowed);
  table.merge({9, 10s}, 1s);
  for (DebtKey key = 1; key <= 8; ++key) EXPECT_EQ(table.look(key, kRate, 1s).remaining, 5);
  EXPECT_EQ(table.charge(10, kRate, 1, 1s).remaining, 9);
}

TEST(MergeDebt, SaturatesAtTheLargestTime) {
  DebtTable table(1);
  table.merge({1, Nanoseconds::max()}, 1s);
  EXPECT_FALSE(table.charge(1, kRate, 1, 1s).is_allowed);
  EXPECT_EQ(table.look(1, kRate, 1s).reset, Nanoseconds::max() - 1s);
}

}  // namespace
}  // namespace agent_access::limit
