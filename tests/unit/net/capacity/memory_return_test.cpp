#include "net/capacity/memory_budget.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <semaphore>

#include "unit/net/capacity/samples.hpp"

namespace agent_access::net {
namespace {

using namespace std::chrono_literals;

const Shares kShares{100 * kMebibyte, {1, 1, 1}};

TEST(CalmPeriods, AreTwoInARowWithMuchLessThanAtThePeak) {
  constexpr std::int64_t kMuch = MemoryBudget::kWorthwhile;
  CalmPeriods periods(10 * kMuch);
  EXPECT_FALSE(periods.end_period(9 * kMuch));
  EXPECT_FALSE(periods.end_period(9 * kMuch + 1)) << "used again";
  EXPECT_FALSE(periods.end_period(9 * kMuch));
  EXPECT_TRUE(periods.end_period(0));
}

TEST(CalmPeriods, BeginAgainAfterAHigherPeak) {
  constexpr std::int64_t kMuch = MemoryBudget::kWorthwhile;
  CalmPeriods periods(2 * kMuch);
  EXPECT_FALSE(periods.end_period(kMuch));
  EXPECT_FALSE(periods.end_period(4 * kMuch));
  EXPECT_FALSE(periods.end_period(3 * kMuch));
  EXPECT_TRUE(periods.end_period(3 * kMuch));
}

TEST(MemoryReturn, TrimsAfterMuchWasFreed) {
  MemoryBudget budget(kShares);
  std::binary_semaphore given_back(0);
  MemoryReturn memory_return(budget, [&given_back] { given_back.release(); }, 1ms);
  budget.add(50 * kMiB);
  budget.add(-46 * kMiB);
  EXPECT_TRUE(given_back.try_acquire_for(10s));
}

TEST(MemoryReturn, TrimsEachTime) {
  MemoryBudget budget(kShares);
  std::counting_semaphore<> given_back(0);
  MemoryReturn memory_return(budget, [&given_back] { given_back.release(); }, 1ms);
  for (int round = 0; round < 3; ++round) {
    budget.add(50 * kMiB);
    budget.add(-50 * kMiB);
    EXPECT_TRUE(given_back.try_acquire_for(10s)) << round;
  }
}

TEST(MemoryReturn, TrimsAfterAnotherPeak) {
  MemoryBudget budget(kShares);
  std::binary_semaphore given_back(0);
  MemoryReturn memory_return(budget, [&given_back] { given_back.release(); }, 200ms);
  budget.add(50 * kMiB);
  budget.add(-5 * kMiB);  // wakes the thread
  budget.add(5 * kMiB);
  budget.add(-50 * kMiB);
  EXPECT_TRUE(given_back.try_acquire_for(10s));
}

TEST(MemoryReturn, DoesNotTrimMemoryThatIsUsedAgainOrLittleMemory) {
  MemoryBudget budget(kShares);
  int times = 0;
  {
    MemoryReturn memory_return(budget, [&times] { ++times; }, 1h);
    budget.add(50 * kMiB);
    budget.add(-50 * kMiB);
  }
  {
    MemoryReturn memory_return(budget, [&times] { ++times; }, 1ms);
    budget.add(3 * kMiB);
    budget.add(-3 * kMiB);
  }
  EXPECT_EQ(times, 0) << "the destructor does not wait for the period";
}

}  // namespace
}  // namespace agent_access::net
