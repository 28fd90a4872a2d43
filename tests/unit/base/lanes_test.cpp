#include "base/lanes.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>

namespace agent_access::base {
namespace {

bool is_small(std::string_view text) {
  return all_in_lanes(text, 'a', [](Lanes characters) { return in_range(characters, 'a', 'z'); });
}

TEST(InRange, AgreesWithTwoComparisonsForEveryByte) {
  for (int byte = -128; byte <= 127; ++byte) {
    const auto lane = static_cast<std::int8_t>(byte);
    for (const auto& [first, last] : {std::pair('a', 'z'), {'-', '9'}, {'\0', '\x1f'}, {'x', 'x'}, {'\0', '\x7f'}}) {
      const Lanes mask = in_range(Lanes{} + lane, first, last);
      EXPECT_EQ(mask[15] == -1, first <= byte && byte <= last) << byte << " from " << first;
    }
  }
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
