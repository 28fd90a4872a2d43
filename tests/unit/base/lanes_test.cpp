#include "base/lanes.hpp"

#include <gtest/gtest.h>

#include <string>

namespace agent_access::base {
namespace {

bool is_small(std::string_view text) {
  return all_in_lanes(text, 'a', [](Lanes characters) { return (characters >= 'a') & (characters <= 'z'); });
}

TEST(AllInLanes, FindsOneWrongCharacterAtEveryPositionOfEveryLength) {
  for (std::size_t size = 0; size <= 50; ++size) {
    std::string text(size, 'z');
    EXPECT_TRUE(is_small(text)) << size;
    for (char& character : text) {
      for (const char wrong : {'{', '`', '\0', '\x80', '\xff'}) {
        character = wrong;
        EXPECT_FALSE(is_small(text)) << size;
      }
      character = 'z';
    }
  }
}

TEST(AllInLanes, ReadsNothingBehindTheText) {
  EXPECT_TRUE(is_small(std::string_view("abcABCDEFGHIJKLMNOPQRSTUVWXYZ").substr(0, 3)));
  EXPECT_TRUE(is_small(std::string_view("abcdefghijklmnopABCDEF").substr(0, 16)));
}

}  // namespace
}  // namespace agent_access::base
