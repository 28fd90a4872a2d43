#include "net/capacity/memory_budget.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace agent_access::net {
namespace {

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

}  // namespace
}  // namespace agent_access::net
