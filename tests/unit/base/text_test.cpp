#include "base/text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace agent_access::base {
namespace {

TEST(IsUtf8, AcceptsCharactersOfEverySize) {
  for (const std::string_view text : {"", "a", "\x7f", "ä", "漢", "🙂", "aä漢🙂a", "\xf4\x8f\xbf\xbf"}) {
    EXPECT_TRUE(is_utf8(text)) << text;
  }
  EXPECT_TRUE(is_utf8(std::string_view("a\0b", 3)));
}

TEST(IsUtf8, RefusesWhatIsNoCharacterWhereverItIs) {
  for (const std::string_view wrong : {"\x80", "\xc3", "\xc0\xaf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf",
                                       "\xf4\x90\x80\x80", "\xff", "\xe6\xbc", "\xc3("}) {
    for (const std::string_view before : {"", "plain text before it ", "ä"}) {
      EXPECT_FALSE(is_utf8(std::string(before).append(wrong)));
      EXPECT_FALSE(is_utf8(std::string(before).append(wrong).append(" and after it")));
    }
  }
}

TEST(Utf8Size, IsZeroForWhatIsNotUtf8) {
  for (const std::string_view text :
       {"a", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80", "\xF4\x8F\xBF\xBF", "\xEF\xBF\xBF"}) {
    EXPECT_EQ(utf8_size(text), text.size());
  }
  for (const std::string_view text : {"\x80", "\xC0\x80", "\xC1\xBF", "\xC3", "\xC3(", "\xE0\x9F\xBF", "\xED\xA0\x80",
                                      "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xE2\x82", "\xFF"}) {
    EXPECT_EQ(utf8_size(text), 0U) << testing::PrintToString(text);
  }
}

TEST(Joined, HasTheSeparatorBetweenPartsOnly) {
  EXPECT_EQ(joined(std::vector<std::string>{}), "");
  EXPECT_EQ(joined(std::vector<std::string>{"a"}), "a");
  EXPECT_EQ(joined(std::vector<std::string>{"", "b", ""}, "-"), "-b-");
}

TEST(NearestName, FindsATypingErrorAndNothingMoreDifferent) {
  const std::vector<std::string> names{"address", "admin", "threads"};
  EXPECT_EQ(nearest_name("adress", names), "address");
  EXPECT_EQ(nearest_name("thread", names), "threads");
  EXPECT_EQ(nearest_name("colour", names), "");
}

}  // namespace
}  // namespace agent_access::base
