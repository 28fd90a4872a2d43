#include "ops/line.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace agent_access::ops {
namespace {

constexpr LogTime kTime{std::chrono::milliseconds{1'767'323'045'678}};

using Fields = std::initializer_list<LogField>;

std::string json_line(LogTime time, Level level, std::string_view event, Fields fields) {
  std::string out(most_bytes(event, fields), '#');
  out.resize(write_json_line(out.data(), time, level, event, fields));
  return out;
}

std::string text_line(Level level, std::string_view event, Fields fields, AnsiColor color) {
  std::string out(most_bytes(event, fields), '#');
  out.resize(write_text_line(out.data(), kTime, level, event, fields, color));
  return out;
}

std::string json_of(std::string_view text) {
  const std::string out = json_line(kTime, Level::info, text, {});
  const std::size_t begin = out.find(R"("event":)") + 8;
  return out.substr(begin, out.size() - begin - 2);
}

std::string text_of(std::int64_t milliseconds) {
  return json_line(LogTime{std::chrono::milliseconds{milliseconds}}, Level::info, "", {}).substr(9, 24);
}

TEST(AppendJsonString, EscapesQuoteBackslashAndControls) {
  EXPECT_EQ(json_of("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(json_of("\n\r\t"), R"("\n\r\t")");
  EXPECT_EQ(json_of(std::string_view("\0\x1b\x7f", 3)), R"("\u0000\u001b\u007f")");
  EXPECT_EQ(json_of("\xC2\x9B[31m"), R"("\u009b[31m")");
  EXPECT_EQ(json_of("a\u202eb\u200bc\U000e0041"), R"("a\u202eb\u200bc\udb40\udc41")");
}

TEST(AppendTime, IsRfc3339InUtcWithMillisecondsForwardAndBack) {
  const std::pair<std::int64_t, std::string_view> rows[] = {
      {1, "1970-01-01T00:00:00.001Z"},
      {1'767'323'045'678, "2026-01-02T03:04:05.678Z"},
      {1'767'323'045'999, "2026-01-02T03:04:05.999Z"},
      {1'767'323'046'000, "2026-01-02T03:04:06.000Z"},
      {1'767'323'045'000, "2026-01-02T03:04:05.000Z"},
      {253'402'300'799'999, "9999-12-31T23:59:59.999Z"},
  };
  for (const auto& [milliseconds, text] : rows) EXPECT_EQ(text_of(milliseconds), text);
}

TEST(AppendJsonString, EscapesOneByteAtEveryPlace) {
  for (std::size_t size = 1; size <= 24; ++size) {
    for (std::size_t place = 0; place < size; ++place) {
      const auto wanted = [&](std::string_view middle) {
        return "\"" + std::string(place, 'x') + std::string(middle) + std::string(size - place - 1, 'x') + "\"";
      };
      const auto given = [&](char byte) {
        std::string text(size, 'x');
        text[place] = byte;
        return json_of(text);
      };
      ASSERT_EQ(given('"'), wanted("\\\""));
      ASSERT_EQ(given('\\'), wanted("\\\\"));
      ASSERT_EQ(given('\0'), wanted("\\u0000"));
      ASSERT_EQ(given('\x1F'), wanted("\\u001f"));
      ASSERT_EQ(given('\x7F'), wanted("\\u007f"));
      ASSERT_EQ(given('\x80'), wanted("\xEF\xBF\xBD"));
      ASSERT_EQ(given('\xFF'), wanted("\xEF\xBF\xBD"));
    }
  }
}

TEST(AppendJsonString, KeepsEveryCharacterThatNeedsNoEscape) {
  for (int byte = 0x20; byte < 0x7F; ++byte) {
    if (byte == '"' || byte == '\\') continue;
    const std::string text(19, static_cast<char>(byte));
    ASSERT_EQ(json_of(text), "\"" + text + "\"");
  }
}

TEST(AppendJsonString, EscapesAllOfTheLongestText) {
  EXPECT_EQ(json_of(std::string(kValueLimit, '\n')).size(), 2 + 2 * kValueLimit);
}

TEST(AppendJsonString, KeepsWellFormedUtf8AndReplacesInvalidBytes) {
  EXPECT_EQ(json_of("\xC2\xA0\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"),
            "\"\xC2\xA0\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\"");
  EXPECT_EQ(json_of("\x80"), "\"\uFFFD\"");
  EXPECT_EQ(json_of("\xC3"), "\"\uFFFD\"");
  EXPECT_EQ(json_of("\xFF"), "\"\uFFFD\"");
  EXPECT_EQ(json_of("\xC0\xAF"), "\"\uFFFD\uFFFD\"") << "overlong";
  EXPECT_EQ(json_of("\xE2\x82"), "\"\uFFFD\uFFFD\"") << "cut";
  EXPECT_EQ(json_of("\xED\xA0\x80"), "\"\uFFFD\uFFFD\uFFFD\"") << "a surrogate";
  EXPECT_EQ(json_of("\xF4\x90\x80\x80"), "\"\uFFFD\uFFFD\uFFFD\uFFFD\"") << "above U+10FFFF";
}

TEST(AppendJsonString, TruncatesALongValue) {
  EXPECT_EQ(json_of(std::string(kValueLimit + 1, 'x')), "\"" + std::string(kValueLimit, 'x') + "\"");
}

TEST(AppendJsonLine, WritesEveryKindOfValueInOrder) {
  const std::string out = json_line(kTime, Level::warn, "reload_failed",
                                    {{"text", std::string_view("a b")},
                                     {"integer", std::int64_t{-7}},
                                     {"number", 1.5},
                                     {"flag", true},
                                     {"left_out", std::string_view()},
                                     {"endless", std::numeric_limits<double>::infinity()}});
  EXPECT_EQ(out,
            R"({"time":"2026-01-02T03:04:05.678Z","level":"warn","event":"reload_failed","text":"a b","integer":-7,)"
            R"("number":1.5,"flag":true,"endless":null})"
            "\n");
}

TEST(AppendTextLine, QuotesOnlyWhereNeeded) {
  const std::string out = text_line(Level::info, "access",
                                    {{"route", std::string_view("token")},
                                     {"status", std::int64_t{200}},
                                     {"error", std::string_view()},
                                     {"note", std::string_view("a\x1b[0m b")}},
                                    AnsiColor::off);
  EXPECT_EQ(out, "2026-01-02T03:04:05.678Z INFO  access route=token status=200 note=\"a\\u001b[0m b\"\n");
}

TEST(AppendTextLine, ColorsTheLevelWhenAsked) {
  EXPECT_EQ(text_line(Level::error, "stopped", {}, AnsiColor::on),
            "2026-01-02T03:04:05.678Z \033[31mERROR\033[0m stopped\n");
}

}  // namespace
}  // namespace agent_access::ops
