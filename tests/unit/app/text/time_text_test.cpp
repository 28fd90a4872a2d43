#include "app/text/time_text.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace agent_access::app {
namespace {

constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();

TEST(UtcText, IsADateWithATimeOfDay) {
  EXPECT_EQ(utc_text(0), "1970-01-01 00:00:00 UTC");
  EXPECT_EQ(utc_text(1709164799), "2024-02-28 23:59:59 UTC");
  EXPECT_EQ(utc_text(1709164800), "2024-02-29 00:00:00 UTC");
  EXPECT_EQ(utc_text(253402300799), "9999-12-31 23:59:59 UTC");
}

TEST(UtcText, IsTheNumberOfSecondsBeyondTheCalendar) {
  EXPECT_EQ(utc_text(253402300800), "Unix time 253402300800");
  EXPECT_EQ(utc_text(1700000900000), "Unix time 1700000900000");
  EXPECT_EQ(utc_text(kMost), "Unix time 9223372036854775807");
  EXPECT_EQ(utc_text(-1), "Unix time -1");
  EXPECT_EQ(utc_text(kLeast), "Unix time -9223372036854775808");
}

TEST(SpanText, ShowsTheTwoLargestUnits) {
  EXPECT_EQ(span_text(0), "0 s");
  EXPECT_EQ(span_text(59), "59 s");
  EXPECT_EQ(span_text(60), "1 min");
  EXPECT_EQ(span_text(860), "14 min 20 s");
  EXPECT_EQ(span_text(3600), "1 h");
  EXPECT_EQ(span_text(3601), "1 h");
  EXPECT_EQ(span_text(11'100), "3 h 5 min");
  EXPECT_EQ(span_text(86'400 + 3'600 + 60 + 1), "1 d 1 h");
}

TEST(SpanText, DropsTheSignOfEveryNumber) {
  EXPECT_EQ(span_text(-61), "1 min 1 s");
  EXPECT_EQ(span_text(kLeast), "106751991167300 d 15 h");
}

}  // namespace
}  // namespace agent_access::app
