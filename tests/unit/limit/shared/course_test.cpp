#include "limit/shared/course.hpp"

#include <gtest/gtest.h>

#include <optional>

namespace agent_access::limit {
namespace {

using namespace std::chrono_literals;

constexpr Course::Turn kSilence = std::nullopt;

TEST(Course, SpeaksOnceAtEachTurn) {
  Course course;
  EXPECT_EQ(course.failed(1s), Course::Turn(false));
  EXPECT_EQ(course.failed(2s), kSilence);
  EXPECT_EQ(course.succeeded(3s), Course::Turn(true));
  EXPECT_EQ(course.succeeded(4s), kSilence);
  EXPECT_EQ(course.failed(5s), Course::Turn(false));
  EXPECT_EQ(course.failed(6s), kSilence);
}

TEST(Course, SpeaksOfAFirstSuccess) {
  Course course;
  EXPECT_EQ(course.succeeded(1s), Course::Turn(true));
}

TEST(Course, WaitsLongerEachTimeAndNeverMoreThanTwoSeconds) {
  Course course;
  // The greatest jitter of each: the whole wait.
  EXPECT_EQ(course.next_wait(50), 100ms);
  EXPECT_EQ(course.next_wait(100), 200ms);
  EXPECT_EQ(course.next_wait(200), 400ms);
  EXPECT_EQ(course.next_wait(400), 800ms);
  EXPECT_EQ(course.next_wait(800), 1600ms);
  EXPECT_EQ(course.next_wait(1000), 2000ms);
  EXPECT_EQ(course.next_wait(1000), 2000ms);
}

TEST(Course, WaitsAtLeastHalf) {
  Course course;
  EXPECT_EQ(course.next_wait(0), 50ms);
  EXPECT_EQ(course.next_wait(0), 100ms);
  EXPECT_EQ(course.next_wait(201), 200ms);
}

TEST(Course, BeginsAnewOnlyAfterTwoSecondsInStep) {
  Course course;
  EXPECT_EQ(course.next_wait(0), 50ms);
  EXPECT_EQ(course.next_wait(0), 100ms);
  static_cast<void>(course.succeeded(10s));
  static_cast<void>(course.failed(11s));
  EXPECT_EQ(course.next_wait(0), 200ms);
  static_cast<void>(course.succeeded(20s));
  static_cast<void>(course.failed(22s));
  EXPECT_EQ(course.next_wait(0), 50ms);
}

}  // namespace
}  // namespace agent_access::limit
