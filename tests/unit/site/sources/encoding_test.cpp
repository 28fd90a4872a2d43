#include "site/sources/texts/encoding.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "site/sources/works/work.hpp"

namespace agent_access::sources {
namespace {

std::string decoded(std::string_view bytes) { return decode_text(bytes)->text; }

TEST(DecodeText, ReadsUtf8WithAndWithoutAMark) {
  EXPECT_EQ(decoded("Größe"), "Größe");
  EXPECT_EQ(decoded("\xEF\xBB\xBFGröße"), "Größe");
  EXPECT_EQ(decode_text("Größe")->foreign_line, 0U);
}

TEST(DecodeText, ReadsOtherBytesAsWindows1252) {
  EXPECT_EQ(decoded("J\xF6rg M\xFCller"), "Jörg Müller");
  EXPECT_EQ(decoded("\x93quiet\x94 \x96 10 \x80"), "“quiet” – 10 €");
  EXPECT_EQ(decoded("Jörg M\xFCller"), "Jörg Müller");
  EXPECT_EQ(decode_text("a\nb\r\nc\xFC")->foreign_line, 3U);
}

TEST(DecodeText, EndsLinesWithALineFeed) { EXPECT_EQ(decoded("a\r\nb\rc\n\r\n"), "a\nb\nc\n\n"); }

TEST(DecodeText, RefusesUtf16AndLargeFiles) {
  for (const std::string_view mark : {"\xFF\xFE@\0", "\xFE\xFF\0@"}) {
    EXPECT_EQ(decode_text(mark).error(), "is in UTF-16; save it as UTF-8");
  }
  EXPECT_EQ(decode_text(std::string(kMostBytes + 1, 'a')).error(), "is larger than 16 MiB; split it");
}

TEST(AppendUtf8, WritesOneToFourBytes) {
  std::string text;
  for (const char32_t c : {U'A', U'é', U'€', U'𝔽'}) append_utf8(text, c);
  EXPECT_EQ(text, "Aé€𝔽");
}

}  // namespace
}  // namespace agent_access::sources
