#include "base/text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace agent_access::base {
namespace {

TEST(Utf8, HasCharactersOfOneToFourBytes) {
  for (const std::string_view text :
       {"a", "\x7f", "\xC3\xA9", "\xE2\x82\xAC", "\xEF\xBF\xBF", "\xF0\x9F\x98\x80", "\xF4\x8F\xBF\xBF"}) {
    EXPECT_EQ(utf8_size(text), text.size());
    EXPECT_TRUE(is_utf8(text)) << text;
  }
  for (const std::string_view text : {"", "aä漢🙂a"}) EXPECT_TRUE(is_utf8(text)) << text;
  EXPECT_TRUE(is_utf8(std::string_view("a\0b", 3)));
}

TEST(Utf8, RefusesWhatIsNoCharacterWhereverItIs) {
  for (const std::string_view wrong :
       {"\x80", "\xc3", "\xc3(", "\xc0\xaf", "\xC0\x80", "\xC1\xBF", "\xe0\x9f\xbf", "\xE2\x82", "\xe6\xbc",
        "\xed\xa0\x80", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xF5\x80\x80\x80", "\xff"}) {
    EXPECT_EQ(utf8_size(wrong), 0U) << testing::PrintToString(wrong);
    for (const std::string_view before : {"", "plain text before it ", "ä"}) {
      EXPECT_FALSE(is_utf8(std::string(before).append(wrong)));
      EXPECT_FALSE(is_utf8(std::string(before).append(wrong).append(" and after it")));
    }
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

TEST(WholeNumber, IsTheWholeText) {
  EXPECT_EQ(whole_number<int>("70"), 70);
  for (const auto* text : {"", "7x", "x7", " 7", "7 ", "0x7", "99999999999"})
    EXPECT_EQ(whole_number<int>(text), std::nullopt) << text;
}

}  // namespace
}  // namespace agent_access::base
