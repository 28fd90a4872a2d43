#include "site/content/text_form.hpp"

#include <gtest/gtest.h>

namespace agent_access::content {
namespace {

TEST(IsDate, FollowsTheCalendar) {
  for (const char* date : {"2034", "2034-12", "2036-02-29", "2000-02-29", "2034-01-31"})
    EXPECT_TRUE(is_date(date)) << date;
  for (const char* date : {"2034-02-29", "2100-02-29", "2034-04-31", "2034-13", "2034-05-1"}) {
    EXPECT_FALSE(is_date(date)) << date;
  }
}

TEST(HasControlCharacter, FindsThoseOfAsciiAndLatin1) {
  for (const std::string_view text : {"\n", "a\tb", "\x1B[0m", "\x7F", "\xC2\x85", "a\xC2\x9F"}) {
    EXPECT_TRUE(has_control_character(text)) << testing::PrintToString(text);
  }
  EXPECT_TRUE(has_control_character(std::string_view("\0", 1)));
  for (const std::string_view text : {"", "a b", "\xC2\xA0", "\xC3\x85", "\xE2\x82\xAC"}) {
    EXPECT_FALSE(has_control_character(text)) << testing::PrintToString(text);
  }
}

}  // namespace
}  // namespace agent_access::content
