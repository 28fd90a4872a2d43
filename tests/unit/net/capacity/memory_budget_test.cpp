#include "net/capacity/memory_budget.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <semaphore>

namespace agent_access::net {
namespace {

using namespace std::chrono_literals;

constexpr std::int64_t kMiB = 1024 * 1024;

TEST(MemoryBudget, IsUnderPressureAboveFiveEighthsAndRelievedAtFour) {
  MemoryBudget budget(8 * kMebibyte);
  budget.add(5 * kMiB);
  EXPECT_FALSE(budget.is_pressed());
  budget.add(1);
  EXPECT_TRUE(budget.is_pressed());
  budget.add(-kMiB);
  EXPECT_FALSE(budget.is_relieved());
  budget.add(-1);
  EXPECT_TRUE(budget.is_relieved());
  EXPECT_EQ(budget.held(), 4 * kMiB);
}

TEST(MemoryBudget, HasRoomUpToTheLimitAndForLargeConnectionsUpToSixEighths) {
  MemoryBudget budget(8 * kMebibyte);
  budget.add(6 * kMiB);
  EXPECT_TRUE(budget.has_room_for(32 * 1024 + 1));
  budget.add(1);
  EXPECT_FALSE(budget.has_room_for(32 * 1024 + 1));
  budget.add(2 * kMiB - 1);
  EXPECT_TRUE(budget.has_room_for(32 * 1024));
  budget.add(1);
  EXPECT_FALSE(budget.has_room_for(0));
}

TEST(MemoryBudget, ReportsItsPeakOnce) {
  MemoryBudget budget(8 * kMebibyte);
  budget.add(5 * kMiB);
  budget.add(-3 * kMiB);
  EXPECT_EQ(budget.take_peak(), 5 * kMiB);
  EXPECT_EQ(budget.take_peak(), 2 * kMiB);
}

TEST(HeldMemory, CountsInWholeKibibytes) {
  MemoryBudget budget(8 * kMebibyte);
  HeldMemory memory(budget);
  EXPECT_TRUE(memory.set(1));
  EXPECT_EQ(budget.held(), 1024);
  EXPECT_TRUE(memory.set(1024));
  EXPECT_EQ(budget.held(), 1024);
  EXPECT_TRUE(memory.set(1025));
  EXPECT_EQ(budget.held(), 2048);
}

TEST(HeldMemory, IsReleasedWhenTheConnectionEnds) {
  MemoryBudget budget(8 * kMebibyte);
  {
    HeldMemory memory(budget);
    EXPECT_TRUE(memory.set(2 * kMebibyte));
    EXPECT_EQ(budget.held(), 2 * kMiB);
  }
  EXPECT_EQ(budget.held(), 0);
}

TEST(HeldMemory, MayNotGrowBeyondTheBudget) {
  MemoryBudget budget(kMebibyte);
  budget.add(kMiB - 2 * 1024);
  HeldMemory memory(budget);
  EXPECT_TRUE(memory.set(2 * kKibibyte)) << "exactly the budget";
  EXPECT_FALSE(memory.set(3 * kKibibyte));
  EXPECT_TRUE(memory.set(3 * kKibibyte)) << "it does not grow";
  budget.add(1024);
  EXPECT_TRUE(memory.set(2 * kKibibyte)) << "it shrinks";
}

TEST(HeldMemory, LeavesTheLastQuarterToSmallConnections) {
  MemoryBudget budget(kMebibyte);
  budget.add(kMiB / 8 * 6 - 32 * 1024);
  HeldMemory large(budget);
  HeldMemory small(budget);
  EXPECT_TRUE(large.set(32 * kKibibyte)) << "not yet more than six eighths";
  EXPECT_FALSE(large.set(33 * kKibibyte));
  EXPECT_TRUE(small.set(32 * kKibibyte));
  EXPECT_FALSE(small.set(33 * kKibibyte));
}

TEST(MemoryReturn, TrimsEachTimeAfterMuchWasFreed) {
  MemoryBudget budget(100 * kMebibyte);
  std::counting_semaphore<> given_back(0);
  MemoryReturn memory_return(budget, [&given_back] { given_back.release(); }, 1ms);
  for (int round = 0; round < 3; ++round) {
    budget.add(50 * kMiB);
    budget.add(-46 * kMiB);
    EXPECT_TRUE(given_back.try_acquire_for(10s)) << round;
    budget.add(-4 * kMiB);
  }
}

TEST(MemoryReturn, DoesNotTrimAfterLittleWasFreed) {
  MemoryBudget budget(100 * kMebibyte);
  std::binary_semaphore given_back(0);
  MemoryReturn memory_return(budget, [&given_back] { given_back.release(); }, 1ms);
  budget.add(50 * kMiB);
  budget.add(1 - 4 * kMiB);
  EXPECT_FALSE(given_back.try_acquire_for(50ms));
}

TEST(MemoryReturn, EndsWithoutWaitingForThePeriod) {
  MemoryBudget budget(100 * kMebibyte);
  int times = 0;
  {
    MemoryReturn memory_return(budget, [&times] { ++times; }, 1h);
    budget.add(50 * kMiB);
    budget.add(-50 * kMiB);
  }
  EXPECT_EQ(times, 0);
}

}  // namespace
}  // namespace agent_access::net
