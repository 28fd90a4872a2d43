#include "net/http1/chunk_extensions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace agent_access::net {
namespace {

/// Whether the whole text is extensions.
bool are_extensions(std::string_view text) {
  ChunkExtensions extensions;
  return std::ranges::all_of(text, [&](char byte) { return extensions.take(byte); }) && extensions.may_end();
}

TEST(ChunkExtensions, AreTokensWithOrWithoutAValue) {
  for (const std::string_view text :
       {";a", ";a=b", ";a=\"\"", ";a=\"b\"", ";a;b", ";a=b;c=d", ";a=\"b\";c", ";!#$%&'*+-.^_`|~09azAZ=!#$%&'*+-.^_`|~",
        ";a=\";\"", ";a=\"\\\"\"", ";a=\"\\\\\"", ";a=\"\\b\"", ";a=\" \t\"", ";a=\"\xc3\xa9\xff\"",
        ";a=\"\\\xff\\\t\"", ";chunk-signature=0123456789abcdef"}) {
    EXPECT_TRUE(are_extensions(text)) << text;
  }
}

TEST(ChunkExtensions, AreNothingElse) {
  for (const std::string_view text : {"",
                                      "a",
                                      ";",
                                      ";;",
                                      ";;a",
                                      ";a;",
                                      ";=",
                                      ";=b",
                                      ";a=",
                                      ";a=;",
                                      ";a=b=c",
                                      ";a=b\"",
                                      ";a=b\"c\"",
                                      ";a\"b\"",
                                      ";\"a\"",
                                      ";a=\"",
                                      ";a=\"b",
                                      ";a=\"\\",
                                      ";a=\"\\\"",
                                      ";a=\"b\"c",
                                      ";a=\"b\"=",
                                      ";a=\"b\"\"c\"",
                                      " ;a",
                                      "; a",
                                      ";a ",
                                      ";a =b",
                                      ";a= b",
                                      ";a=b ",
                                      ";a=\"b\" ",
                                      "\t;a",
                                      ";a\t",
                                      ";a=b,c",
                                      ";a=(b)",
                                      ";a=\xc3\xa9",
                                      ";\xc3\xa9",
                                      ";a=\"\x01\"",
                                      ";a=\"\x7f\"",
                                      ";a=\"\n\"",
                                      ";a=\"\r\"",
                                      ";a=\"\\\n\"",
                                      ";a=\"\\\x7f\"",
                                      ";a/b",
                                      ";a:b",
                                      ";a?b",
                                      ";[a]",
                                      ";{a}",
                                      ";a@b"}) {
    EXPECT_FALSE(are_extensions(text)) << text;
  }
}

/// Every byte value in each place.
TEST(ChunkExtensions, TakeTheBytesOfTheGrammarAlone) {
  constexpr std::string_view kTokenMarks = "!#$%&'*+-.^_`|~";
  for (int value = 0; value < 256; ++value) {
    const auto byte = static_cast<char>(value);
    const bool is_letter_or_digit =
        (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
    const bool is_of_token = is_letter_or_digit || kTokenMarks.contains(byte);
    const bool is_text = byte == '\t' || (value >= 0x20 && value != 0x7f);
    const std::string one(1, byte);
    EXPECT_EQ(are_extensions(";" + one), is_of_token) << value;
    EXPECT_EQ(are_extensions(";a" + one), is_of_token) << value;
    EXPECT_EQ(are_extensions(";a=" + one), is_of_token) << value;
    EXPECT_EQ(are_extensions(";a=b" + one), is_of_token) << value;
    EXPECT_EQ(are_extensions(";a=\"" + one + "\""), is_text && byte != '"' && byte != '\\') << value;
    EXPECT_EQ(are_extensions(";a=\"\\" + one + "\""), is_text) << value;
    EXPECT_EQ(are_extensions(";a=\"b\"" + one + "c"), byte == ';') << value;
  }
}

}  // namespace
}  // namespace agent_access::net
