// Which bytes are characters of UTF-8 (RFC 3629).
#include "json/utf8_scan.hpp"

#include <gtest/gtest.h>

#include <string>

namespace agent_access::json {
namespace {

TEST(Utf8Scan, AcceptsCharactersOfEverySize) {
  for (const std::string_view text : {"", "a", "\x7f", "ä", "漢", "🙂", "aä漢🙂a", "\xf4\x8f\xbf\xbf"}) {
    EXPECT_TRUE(is_utf8(text)) << text;
  }
  EXPECT_TRUE(is_utf8(std::string_view("a\0b", 3)));
}

TEST(Utf8Scan, RefusesWhatIsNoCharacterWhereverItIs) {
  for (const std::string_view wrong : {"\x80", "\xc3", "\xc0\xaf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf",
                                       "\xf4\x90\x80\x80", "\xff", "\xe6\xbc", "\xc3("}) {
    for (const std::string_view before : {"", "plain text before it ", "ä"}) {
      EXPECT_FALSE(is_utf8(std::string(before).append(wrong)));
      EXPECT_FALSE(is_utf8(std::string(before).append(wrong).append(" and after it")));
    }
  }
}

}  // namespace
}  // namespace agent_access::json
