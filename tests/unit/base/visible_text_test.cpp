#include "base/visible_text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace agent_access::base {
namespace {

TEST(VisibleText, EscapesWhatNobodySeesAndWhatATerminalActsOn) {
  EXPECT_EQ(visible_text("a\x1b[2J\r\n\x7f"), R"(a\u001b[2J\u000d\u000a\u007f)");
  EXPECT_EQ(visible_text("\u0080\u009b\u009f"), R"(\u0080\u009b\u009f)");
  EXPECT_EQ(visible_text("invoice\u202efdp.exe"), R"(invoice\u202efdp.exe)");
  EXPECT_EQ(visible_text("\u061c\u200e\u200f\u202a\u2066\u2069"), R"(\u061c\u200e\u200f\u202a\u2066\u2069)");
  EXPECT_EQ(visible_text("a\u200bb\u200dc\u2060\ufeff\u00ad"), R"(a\u200bb\u200dc\u2060\ufeff\u00ad)");
  EXPECT_EQ(visible_text("\u2028\u2029\u3164\u034f"), R"(\u2028\u2029\u3164\u034f)");
  EXPECT_EQ(visible_text("\U000e0041"), R"(\udb40\udc41)");
}

TEST(VisibleText, LeavesAllOtherTextsAsTheyAre) {
  for (const std::string text : {"", "plain \\u202e \"text\"", "é ä 日本 😀 ❤️ שלום", "e\u0301", "\u00a0\u2007"}) {
    EXPECT_EQ(visible_text(text), text);
  }
}

TEST(VisibleText, ReplacesBytesThatAreNotUtf8) {
  EXPECT_EQ(visible_text("a\xff\xC0\xAF!"), "a\uFFFD\uFFFD\uFFFD!");
  EXPECT_EQ(visible_text("\xE2\x80"), "\uFFFD\uFFFD");
}

TEST(IsHidden, KnowsTheEndsOfItsRanges) {
  for (const char32_t hidden : {0x00U, 0x1FU, 0x7FU, 0x9FU, 0x200BU, 0x200FU, 0x202EU, 0x206FU, 0xE007FU}) {
    EXPECT_TRUE(is_hidden(hidden)) << std::hex << static_cast<unsigned>(hidden);
  }
  for (const char32_t shown :
       {0x20U, 0x7EU, 0xA0U, 0xACU, 0xAEU, 0x200AU, 0x2010U, 0x202FU, 0x2065U, 0x2070U, 0xFE0FU, 0xE0080U, 0x10FFFFU}) {
    EXPECT_FALSE(is_hidden(shown)) << std::hex << static_cast<unsigned>(shown);
  }
}

TEST(ShellWord, IsTheTextOrTheTextInQuotes) {
  EXPECT_EQ(shell_word("/etc/agent-access/agent-access.toml"), "/etc/agent-access/agent-access.toml");
  EXPECT_EQ(shell_word("site.json~"), "site.json~");
  EXPECT_EQ(shell_word("dörte/日本.json"), "dörte/日本.json");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("my site/secret"), "'my site/secret'");
  EXPECT_EQ(shell_word("it's"), R"('it'\''s')");
  for (const std::string text :
       {"~x", "=x", "$HOME", "a;b", "a*b", "`a`", "#a", "!a", "a&b", "(a)", "{a}", "a|b", "<a"}) {
    EXPECT_EQ(shell_word(text), "'" + text + "'");
  }
}

TEST(ShellWord, EscapesHiddenCharactersAsAShellReadsThem) {
  EXPECT_EQ(shell_word("a\nb"), R"($'a\x0ab')");
  EXPECT_EQ(shell_word("a\u202e'b\\ä"), R"($'a\xe2\x80\xae\'b\\ä')");
  EXPECT_EQ(shell_word("\xff"), R"($'\xff')");
}

}  // namespace
}  // namespace agent_access::base
