#include "limit/shared/fleet_status.hpp"

#include <gtest/gtest.h>

#include <optional>

namespace agent_access::limit {
namespace {

using namespace std::chrono_literals;

constexpr Backoff::Change kNoChange = std::nullopt;

TEST(Backoff, ReportsEachChangeOnce) {
  Backoff backoff;
  EXPECT_EQ(backoff.failed(1s), Backoff::Change(false));
  EXPECT_EQ(backoff.failed(2s), kNoChange);
  EXPECT_EQ(backoff.succeeded(3s), Backoff::Change(true));
  EXPECT_EQ(backoff.succeeded(4s), kNoChange);
  EXPECT_EQ(backoff.failed(5s), Backoff::Change(false));
  EXPECT_EQ(backoff.failed(6s), kNoChange);
  EXPECT_EQ(Backoff().succeeded(1s), Backoff::Change(true));
}

TEST(Backoff, WaitsLongerEachTimeAndNeverMoreThanTwoSeconds) {
  Backoff backoff;
  // The largest jitter of each: the whole wait.
  EXPECT_EQ(backoff.next_wait(50), 100ms);
  EXPECT_EQ(backoff.next_wait(100), 200ms);
  EXPECT_EQ(backoff.next_wait(200), 400ms);
  EXPECT_EQ(backoff.next_wait(400), 800ms);
  EXPECT_EQ(backoff.next_wait(800), 1600ms);
  EXPECT_EQ(backoff.next_wait(1000), 2000ms);
  EXPECT_EQ(backoff.next_wait(1000), 2000ms);
}

TEST(Backoff, WaitsAtLeastHalf) {
  Backoff backoff;
  EXPECT_EQ(backoff.next_wait(0), 50ms);
  EXPECT_EQ(backoff.next_wait(0), 100ms);
  EXPECT_EQ(backoff.next_wait(201), 200ms);
}

TEST(Backoff, StartsOverOnlyAfterTwoSecondsOfSuccess) {
  Backoff backoff;
  EXPECT_EQ(backoff.next_wait(0), 50ms);
  EXPECT_EQ(backoff.next_wait(0), 100ms);
  static_cast<void>(backoff.succeeded(10s));
  static_cast<void>(backoff.failed(11s));
  EXPECT_EQ(backoff.next_wait(0), 200ms);
  static_cast<void>(backoff.succeeded(20s));
  static_cast<void>(backoff.failed(22s));
  EXPECT_EQ(backoff.next_wait(0), 50ms);
}

}  // namespace
}  // namespace agent_access::limit
