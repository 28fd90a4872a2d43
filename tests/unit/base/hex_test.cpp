#include "base/hex.hpp"

#include <gtest/gtest.h>

namespace agent_access::base {
namespace {

TEST(Hex, WritesBytesInLowerCase) { EXPECT_EQ(to_hex(bytes_of("\x01\xaf\xfe")), "01affe"); }

TEST(Hex, ReadsDigitsOfBothCasesAndNothingElse) {
  std::string digits;
  for (int c = -128; c < 128; ++c) {
    if (is_hex_digit(static_cast<char>(c))) digits += static_cast<char>(c);
  }
  EXPECT_EQ(digits, "0123456789ABCDEFabcdef");
  EXPECT_EQ(hex_value('9'), 9);
  EXPECT_EQ(hex_value('a'), 10);
  EXPECT_EQ(hex_value('F'), 15);
}

TEST(Hex, EscapesWithUpperCase) {
  std::string text = "a";
  append_percent(text, '\xfe');
  append_percent(text, ' ');
  EXPECT_EQ(text, "a%FE%20");
}

TEST(Hex, DecodesEscapesAndRefusesBrokenOnes) {
  EXPECT_EQ(percent_decoded("a%FE%20%2fb"), "a\xfe /b");
  EXPECT_EQ(percent_decoded(""), "");
  EXPECT_EQ(percent_decoded("a#7Cb%41", '#'), "a|b%41");
  for (const std::string_view broken : {"%", "a%2", "%zz", "%2g", "%g2"})
    EXPECT_EQ(percent_decoded(broken), std::nullopt);
}

}  // namespace
}  // namespace agent_access::base
