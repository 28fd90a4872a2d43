#include "net/memory_return.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <semaphore>

namespace agent_access::net {
namespace {

using namespace std::chrono_literals;

constexpr std::int64_t kMiB = 1024 * 1024;

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
