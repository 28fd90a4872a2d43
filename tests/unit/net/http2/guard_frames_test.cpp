// Which frames count and what each costs; guard_test.cpp sends floods of them through a connection.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>

#include "net/http2/guard.hpp"

namespace agent_access::net::h2 {
namespace {

using namespace std::chrono_literals;

constexpr SteadyTime kFirstFrame{1h};

FrameHeader frame(std::uint8_t type, std::size_t length, std::uint8_t flags = 0, std::uint32_t stream = 1) {
  return {length, type, flags, stream};
}

/// How many of the frame are admitted in a row, at most `most`.
int admitted(Guard& guard, const FrameHeader& header, int most) {
  int count = 0;
  while (count < most && guard.admit(header, kFirstFrame)) ++count;
  return count;
}

/// The remaining budget, at most 1000.
int left(Guard& guard) {
  int count = 0;
  while (count < 1000 && guard.charge(1)) ++count;
  return count;
}

TEST(H2GuardFrames, RefuseTheSecondEmptyOneInARow) {
  for (const std::uint8_t type : {kData, kHeaders, kContinuation}) {
    Guard guard(kFirstFrame);
    EXPECT_TRUE(guard.admit(frame(type, 0), kFirstFrame)) << int{type};
    EXPECT_FALSE(guard.admit(frame(type, 0), kFirstFrame)) << int{type};
  }
}

TEST(H2GuardFrames, MayBeEmptyWithOthersBetweenThem) {
  Guard guard(kFirstFrame);
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(guard.admit(frame(kData, 0), kFirstFrame));
    EXPECT_TRUE(guard.admit(frame(kData, 100), kFirstFrame));
  }
}

TEST(H2GuardFrames, MayBeEmptyWhenTheyEndTheirStream) {
  Guard guard(kFirstFrame);
  EXPECT_EQ(admitted(guard, frame(kData, 0, kEndStream), 1000), 1000);
  EXPECT_EQ(left(guard), 200);
}

TEST(H2GuardFrames, DoNotEndAStreamByTheFlagsOfAContinuation) {
  Guard guard(kFirstFrame);
  EXPECT_EQ(admitted(guard, frame(kContinuation, 0, kEndStream), 1000), 1);
}

TEST(H2GuardFrames, MayBeEmptyIfTheirTypeHasNoPayload) {
  Guard guard(kFirstFrame);
  EXPECT_EQ(admitted(guard, frame(kSettings, 0, 0, 0), 1000), 200);
}

TEST(H2GuardFrames, CostOneAsDataBelow64BytesThatEndsNothing) {
  Guard guard(kFirstFrame);
  EXPECT_EQ(admitted(guard, frame(kData, 64), 1000), 1000);
  EXPECT_EQ(admitted(guard, frame(kData, 63, kEndStream), 1000), 1000);
  EXPECT_EQ(admitted(guard, frame(kData, 63), 1000), 200);
}

TEST(H2GuardFrames, CostOneWithPadding) {
  Guard data(kFirstFrame);
  EXPECT_EQ(admitted(data, frame(kData, 1000, kPadded | kEndStream), 1000), 200);
  Guard headers(kFirstFrame);
  for (std::uint32_t stream = 1; stream < 400; stream += 2) {
    ASSERT_TRUE(headers.admit(frame(kHeaders, 50, kPadded, stream), kFirstFrame)) << stream;
  }
  EXPECT_FALSE(headers.admit(frame(kHeaders, 50, kPadded, 401), kFirstFrame));
}

TEST(H2GuardFrames, AreFreeWhenTheyOpenAStreamAndCostOneOnAnOpenedOne) {
  Guard guard(kFirstFrame);
  for (std::uint32_t stream = 1; stream < 2000; stream += 2) {
    ASSERT_TRUE(guard.admit(frame(kHeaders, 50, kEndStream, stream), kFirstFrame)) << stream;
  }
  EXPECT_TRUE(guard.admit(frame(kHeaders, 50, kEndStream, 1999), kFirstFrame));
  EXPECT_TRUE(guard.admit(frame(kHeaders, 50, kEndStream, 7), kFirstFrame));
  EXPECT_EQ(left(guard), 198);
}

TEST(H2GuardFrames, MayContinueAHeaderBlockEightTimes) {
  Guard guard(kFirstFrame);
  for (std::uint32_t stream = 1; stream < 20; stream += 2) {
    EXPECT_TRUE(guard.admit(frame(kHeaders, 50, 0, stream), kFirstFrame));
    EXPECT_EQ(admitted(guard, frame(kContinuation, 50), 8), 8) << stream;
  }
  EXPECT_FALSE(guard.admit(frame(kContinuation, 50), kFirstFrame));
}

TEST(H2GuardFrames, MayBeAHundredPrioritiesForEachStream) {
  for (const std::uint8_t type : {kPriority, kPriorityUpdate}) {
    Guard guard(kFirstFrame);
    EXPECT_TRUE(guard.admit(frame(kHeaders, 50, kEndStream, 1), kFirstFrame));
    EXPECT_TRUE(guard.admit(frame(kHeaders, 50, kEndStream, 3), kFirstFrame));
    EXPECT_EQ(admitted(guard, frame(type, 5), 1000), 300) << int{type};
  }
}

TEST(H2GuardFrames, MayOpenTheWindowForEachStreamDataFrameAnd32BytesAndThenCostOne) {
  Guard guard(kFirstFrame);
  EXPECT_TRUE(guard.admit(frame(kHeaders, 50, kEndStream, 1), kFirstFrame));
  for (int i = 0; i < 3; ++i) guard.data_sent(320);
  // 2 + 20 * 3 + 960 / 32, and the budget
  EXPECT_EQ(admitted(guard, frame(kWindowUpdate, 4), 1000), 92 + 200);
}

TEST(H2GuardFrames, CostTwoAsAReset) {
  Guard guard(kFirstFrame);
  EXPECT_EQ(admitted(guard, frame(kReset, 4), 1000), 100);
}

TEST(H2GuardFrames, CostNothingOnceTimeAndResponsesHaveRefilledTheBudget) {
  Guard guard(kFirstFrame);
  EXPECT_TRUE(guard.charge(200));
  // A tenth of a second gives one; a half of one is not lost.
  EXPECT_TRUE(guard.admit(frame(kPing, 8, 0, 0), kFirstFrame + 150ms));
  EXPECT_TRUE(guard.admit(frame(kPing, 8, 0, 0), kFirstFrame + 200ms));
  EXPECT_FALSE(guard.admit(frame(kPing, 8, 0, 0), kFirstFrame + 200ms));
  guard.answered();
  EXPECT_EQ(left(guard), 2);
  for (int i = 0; i < 1000; ++i) guard.answered();
  EXPECT_EQ(left(guard), 200);
  EXPECT_TRUE(guard.admit(frame(kData, 100), kFirstFrame + 10h));
  EXPECT_EQ(left(guard), 200) << "however long it was idle";
}

}  // namespace
}  // namespace agent_access::net::h2
