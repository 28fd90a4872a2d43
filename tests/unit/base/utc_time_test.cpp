#include "base/utc_time.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace agent_access::base {
namespace {

std::string text(std::int64_t unix_time) { return std::string(UtcText(unix_time).view()); }

TEST(UtcTime, IsADateOfRfc3339) {
  EXPECT_EQ(text(0), "1970-01-01T00:00:00Z");
  EXPECT_EQ(text(951'782'399), "2000-02-28T23:59:59Z");
  EXPECT_EQ(text(951'782'400), "2000-02-29T00:00:00Z");
  EXPECT_EQ(text(1'717'128'100), "2024-05-31T04:01:40Z");
  EXPECT_EQ(text(4'107'542'399), "2100-02-28T23:59:59Z");
  EXPECT_EQ(text(4'107'542'400), "2100-03-01T00:00:00Z");
  EXPECT_EQ(text(253'402'300'799), "9999-12-31T23:59:59Z");
}

TEST(UtcTime, IsTheNumberOfSecondsBeyondTheCalendar) {
  EXPECT_EQ(text(-1), "-1");
  EXPECT_EQ(text(253'402'300'800), "253402300800");
  EXPECT_EQ(text(1'700'000'900'000), "1700000900000");
  EXPECT_EQ(text(std::numeric_limits<std::int64_t>::max()), "9223372036854775807");
  EXPECT_EQ(text(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
}

TEST(UtcTime, AcceptsAPointInTime) {
  const std::chrono::sys_seconds time{std::chrono::seconds{1'717'128'100}};
  EXPECT_EQ(UtcText(time).view(), "2024-05-31T04:01:40Z");
}

}  // namespace
}  // namespace agent_access::base
