#include "app/status/log_watch.hpp"

#include <gtest/gtest.h>

#include "ops/line.hpp"

namespace agent_access::app {
namespace {

using ops::Colour;
using ops::Level;

constexpr ops::LogTime kTime{std::chrono::milliseconds{1'767'323'045'678}};  // 2026-01-02T03:04:05.678Z
using Fields = std::initializer_list<ops::LogField>;

std::string json_line(Level level, std::string_view event, Fields fields) {
  std::string line;
  append_json_line(line, kTime, level, event, fields);
  return line;
}

std::string text_line(Level level, std::string_view event, Fields fields, Colour colour = Colour::off) {
  std::string line;
  append_text_line(line, kTime, level, event, fields, colour);
  return line;
}

std::string access_json(std::string_view user_agent) {
  return json_line(Level::info, "access", {{"request_id", "1"}, {"path", "/"}, {"user_agent", user_agent}});
}

NamedCounts families_in(std::string_view lines) {
  LogWatch watch(ops::AgentTable::built_in());
  watch.read(lines);
  return watch.families();
}

std::vector<RecentLine> recent_in(std::string_view lines) {
  LogWatch watch(ops::AgentTable::built_in());
  watch.read(lines);
  return watch.recent();
}

TEST(LogWatch, CountsAgentsByFamily) {
  const auto lines = access_json("Mozilla/5.0 (compatible; GPTBot/1.2)") + access_json("curl/8.5.0") +
                     access_json("curl/8.14.1") + access_json("") + access_json("ExampleAgent/1.0") +
                     json_line(Level::info, "reload", {{"user_agent", "curl/8.5.0"}});
  EXPECT_EQ(families_in(lines), (NamedCounts{{"GPTBot", 1}, {"curl", 2}, {"no User-Agent", 1}, {"unknown", 1}}));
}

TEST(LogWatch, CountsTheLinesOfATerminal) {
  const Fields fields = {{"request_id", "1"}, {"path", "/a user_agent"}, {"user_agent", "GPTBot/1.2"}};
  const auto lines = text_line(Level::info, "access", fields, Colour::on) +
                     text_line(Level::info, "access", {{"request_id", "1"}, {"user_agent", "a \"b\" curl/8.5.0"}});
  EXPECT_EQ(families_in(lines), (NamedCounts{{"GPTBot", 1}, {"curl", 1}}));
}

TEST(LogWatch, IsNotDeceivedByAPathThatLooksLikeAField) {
  const auto line = json_line(Level::info, "access",
                              {{"request_id", "1"}, {"path", R"(/","user_agent":"GPTBot)"}, {"user_agent", "curl/8"}});
  EXPECT_EQ(families_in(line), (NamedCounts{{"curl", 1}}));
  const auto other = json_line(Level::info, "start", {{"path", R"(,"event":"access",)"}});
  EXPECT_EQ(families_in(other), NamedCounts{});
}

TEST(LogWatch, KeepsWarningsAndErrors) {
  const auto lines =
      json_line(Level::warn, "restart_needed", {{"setting", "log.level"}}) +
      json_line(Level::info, "reload", {{"snapshot", std::int64_t{2}}}) +
      json_line(Level::error, "reload_failed", {{"problem", "a \"b\"\n<c>"}, {"count", std::int64_t{3}}});
  const std::vector<RecentLine> expected = {
      {"2026-01-02T03:04:05.678Z", "warn", "restart_needed", "setting=log.level"},
      {"2026-01-02T03:04:05.678Z", "error", "reload_failed", "problem=a \"b\"\n<c> count=3"}};
  EXPECT_EQ(recent_in(lines), expected);
}

TEST(LogWatch, KeepsWarningsOfATerminalWithoutTheirColours) {
  const auto lines = text_line(Level::warn, "warning", {{"text", "a b"}}, Colour::on) +
                     text_line(Level::error, "stop", {{"count", std::int64_t{3}}}) +
                     text_line(Level::debug, "handshake", {});
  const std::vector<RecentLine> expected = {{"2026-01-02T03:04:05.678Z", "warn", "warning", "text=\"a b\""},
                                            {"2026-01-02T03:04:05.678Z", "error", "stop", "count=3"}};
  EXPECT_EQ(recent_in(lines), expected);
}

TEST(LogWatch, KeepsTheLastTwenty) {
  std::string lines;
  for (std::int64_t number = 1; number <= 25; ++number) lines += json_line(Level::warn, "warning", {{"n", number}});
  const auto recent = recent_in(lines);
  ASSERT_EQ(recent.size(), 20U);
  EXPECT_EQ(recent.front().fields, "n=6");
  EXPECT_EQ(recent.back().fields, "n=25");
}

TEST(LogWatch, IgnoresLinesOfAnotherForm) {
  LogWatch watch(ops::AgentTable::built_in());
  watch.read("\n{\"time\"\n\x1b\n{\"level\":\"warn\"\nWARN\n\"");
  EXPECT_EQ(watch.families(), NamedCounts{});
  EXPECT_EQ(watch.recent(), std::vector<RecentLine>{});
}

}  // namespace
}  // namespace agent_access::app
