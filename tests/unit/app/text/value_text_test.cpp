#include "app/text/value_text.hpp"

#include <gtest/gtest.h>

#include "app/text/words.hpp"

namespace agent_access::app {
namespace {

using namespace std::chrono_literals;

TEST(ParseDuration, AcceptsOneNumberWithOneUnit) {
  EXPECT_EQ(parse_duration("250ms"), 250ms);
  EXPECT_EQ(parse_duration("60s"), 60'000ms);
  EXPECT_EQ(parse_duration("5m"), 300'000ms);
  EXPECT_EQ(parse_duration("12h"), 43'200'000ms);
  EXPECT_EQ(parse_duration("7d"), 604'800'000ms);
}

TEST(ParseDuration, RefusesEverythingElseAndValuesThatOverflow) {
  for (const auto* text : {"", "7", "d", "-7d", "+7d", "7 d", "7D", "1.5h", "1h30m", " 7d", "7d ", "7w"}) {
    EXPECT_FALSE(parse_duration(text)) << text;
  }
  EXPECT_EQ(parse_duration("106751991167d").value().count(), 9'223'372'036'828'800'000);
  EXPECT_FALSE(parse_duration("106751991168d"));
  EXPECT_FALSE(parse_duration("99999999999999999999s"));
}

TEST(FormatDuration, UsesTheLargestUnitThatDivides) {
  EXPECT_EQ(format_duration(604'800'000ms), "7d");
  EXPECT_EQ(format_duration(90'000ms), "90s");
  EXPECT_EQ(format_duration(1'500ms), "1500ms");
  EXPECT_EQ(format_duration(0ms), "0s");
}

TEST(ParseSize, AcceptsBytesKibAndMib) {
  EXPECT_EQ(parse_size("8192"), 8192);
  EXPECT_EQ(parse_size("8KiB"), 8192);
  EXPECT_EQ(parse_size("1MiB"), 1'048'576);
  for (const auto* text : {"", "KiB", "8KB", "8kib", "-1", "9223372036854775807KiB"}) {
    EXPECT_FALSE(parse_size(text)) << text;
  }
}

TEST(SplitList, TrimsItsParts) {
  EXPECT_EQ(split_list("https://a, https://b"), (std::vector<std::string>{"https://a", "https://b"}));
  EXPECT_EQ(split_list("one"), std::vector<std::string>{"one"});
  EXPECT_TRUE(split_list("").empty());
  EXPECT_TRUE(split_list("  ").empty());
  EXPECT_EQ(split_list("a,"), (std::vector<std::string>{"a", ""}));
}

TEST(FormatTime, WritesUtcToTheSecond) {
  EXPECT_EQ(format_time(base::Seconds{1'767'225'600s}), "2026-01-01T00:00:00Z");
  EXPECT_EQ(format_time(base::Seconds{951'827'696s}), "2000-02-29T12:34:56Z");
  EXPECT_EQ(format_time(base::Seconds::max()), "never");
  EXPECT_EQ(format_time(base::Seconds::min()), "always");
}

TEST(ParseTime, ReadsRfc3339AndUnixTimeOnly) {
  EXPECT_EQ(parse_time("2026-01-01T00:00:00Z"), base::Seconds{1'767'225'600s});
  EXPECT_EQ(parse_time("2000-02-29T12:34:56Z"), base::Seconds{951'827'696s});
  EXPECT_EQ(parse_time("1767225600"), base::Seconds{1'767'225'600s});
  for (const auto* text :
       {"", "yesterday", "2026-01-01", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-01T24:00:00Z",
        "2026-01-01 00:00:00Z", "2026-01-01T00:00:00+0", "-5", "99999999999999", "1969-12-31T23:59:59Z"}) {
    EXPECT_FALSE(parse_time(text)) << text;
  }
}

TEST(InQuotes, EscapesWhatTomlAndJsonEscape) { EXPECT_EQ(in_quotes("a\"b\\c\nd\x7f"), R"("a\"b\\c\u000ad\u007f")"); }

}  // namespace
}  // namespace agent_access::app
