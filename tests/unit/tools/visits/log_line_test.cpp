#include "tools/visits/log_line.hpp"

#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>
#include <string>

#include "app/text/value_text.hpp"

namespace agent_access::tools {
namespace {

constexpr std::string_view kLine =
    R"({"time":"2026-01-02T03:04:05.678Z","level":"info","event":"access","request_id":"00112233445566ff",)"
    R"("client":"203.0.113.0/24","method":"GET","host":"example.com","path":"/llms.txt","route":"discovery",)"
    R"("status":200,"error":"","reason":"","duration_us":125,"user_agent":"ExampleAgent/1.0","client_id":"","kid":"",)"
    R"("jti":"","client_name":"My \"agent\""})";

template <class Kind>
bool is(std::string_view line) {
  return std::holds_alternative<Kind>(read_log_line(line));
}

std::string changed(std::string_view from, std::string_view to) {
  std::string line(kLine);
  const auto at = line.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return line.replace(at, from.size(), to);
}

void expect_visit(std::string_view line) {
  const auto read = read_log_line(line);
  const auto* const visit = std::get_if<Visit>(&read);
  ASSERT_NE(visit, nullptr) << line;
  EXPECT_EQ(app::format_time(visit->time), "2026-01-02T03:04:05Z");
  EXPECT_EQ(visit->method, "GET");
  EXPECT_EQ(visit->path, "/llms.txt");
  EXPECT_EQ(visit->route, "discovery");
  EXPECT_EQ(visit->status, 200);
  EXPECT_EQ(visit->reason, "");
  EXPECT_EQ(visit->user_agent, "ExampleAgent/1.0");
  EXPECT_EQ(visit->client_name, "My \"agent\"");
}

TEST(ReadLogLine, ReadsAnAccessLineAndSkipsWhatAnotherLogPutsInFront) {
  expect_visit(kLine);
  expect_visit("Jan  2 03:04:05 host agent-access[123]: " + std::string(kLine));
}

TEST(ReadLogLine, ReadsMembersInAnyOrderAndWithWhiteSpace) {
  // As jq -S, json.dumps of Python and an editor with CRLF write it.
  expect_visit(R"({"client_name":"My \"agent\"","event":"access","level":"info","method":"GET","path":"/llms.txt",)"
               R"("reason":"","route":"discovery","status":200,"time":"2026-01-02T03:04:05.678Z",)"
               R"("user_agent":"ExampleAgent/1.0"})");
  expect_visit(
      R"(  { "time" : "2026-01-02T03:04:05.678Z", "event": "access", "method": "GET", "path": "/llms.txt", )"
      R"("route": "discovery", "status": 200, "user_agent": "ExampleAgent\/1.0", "client_name": "My \"agent\"" } )"
      "\r");
  EXPECT_TRUE(is<Unreadable>("{agent-access} {1}: " + std::string(kLine)));
  EXPECT_TRUE(is<ForeignLine>("user agent: " + std::string(kLine)));
  // Other members, which a collector adds.
  expect_visit(changed(R"("level":"info")", R"("level":"info","kubernetes":{"labels":{"app":"x"}})"));
}

std::string as_json(std::string_view text) { return boost::json::serialize(boost::json::string(text)); }

TEST(ReadLogLine, ReadsNoOtherTextOfAHostBecauseClientsChooseThose) {
  const std::string text = as_json(kLine);
  for (const std::string& line :
       {"        \"user-agent\": " + text + ",", R"({"event":{"request":{"headers":{"message":)" + text + "}}}}",
        R"({"headers":[)" + text + "]}", R"({"logs":{"message":)" + text + "}}",
        R"({"logs":[{"logs":[{"message":)" + text + "}]}]}", "[" + text + "]", text + " " + text}) {
    EXPECT_TRUE(is<ForeignLine>(line)) << line;
  }
  // In a line of this log, too.
  const auto read = read_log_line(changed(R"("ExampleAgent/1.0")", text + R"(,"message":)" + text));
  const auto* const visit = std::get_if<Visit>(&read);
  ASSERT_NE(visit, nullptr);
  EXPECT_EQ(visit->user_agent, kLine);
}

TEST(ReadLogLine, ReadsALineOfAnOlderVersionWithoutTheNewFields) {
  const auto read = read_log_line(
      R"({"time":"2026-01-02T03:04:05.678Z","level":"info","event":"access","path":"/","route":"home","status":200})");
  const auto* const visit = std::get_if<Visit>(&read);
  ASSERT_NE(visit, nullptr);
  EXPECT_EQ(visit->user_agent + visit->client_name, "");
}

TEST(ReadLogLine, CountsRefusalsThatHaveNoLine) {
  const auto read =
      read_log_line(R"({"time":"2026-01-02T03:04:05.678Z","level":"warn","event":"access_left_out","lines":41})");
  const auto* const left = std::get_if<LeftOut>(&read);
  ASSERT_NE(left, nullptr);
  EXPECT_EQ(left->lines, 41U);
}

TEST(ReadLogLine, KnowsOtherEventsAndLinesOfOthers) {
  EXPECT_TRUE(is<OtherEvent>(R"({"time":"2026-01-02T03:04:05.678Z","level":"info","event":"reload","snapshot":2})"));
  for (const std::string_view line :
       {"", "Started agent-access.service.", "2026-01-02T03:04:05.678Z INFO  access path=/", R"({"other":"log"})", "{",
        R"({"time":"2026-01-02T03:04:05.678Z","level":"INFO","msg":"of another"})",
        R"({"log":"{\"time\":\"2026-01-02T03:04:05.678Z\",\"event\":\"access\"}"})"}) {
    EXPECT_TRUE(is<ForeignLine>(line)) << line;
  }
}

TEST(ReadLogLine, DoesNotReadDamagedLines) {
  EXPECT_TRUE(is<Unreadable>(kLine.substr(0, kLine.size() - 1)));
  EXPECT_TRUE(is<Unreadable>(std::string(kLine) + "x"));
  EXPECT_TRUE(is<Unreadable>(R"({"level": "info", "event": "access", "status": 2)"));
  EXPECT_TRUE(is<Unreadable>(changed("2026-01-02T03:04:05.678Z", "2026-13-02T03:04:05.678Z")));
  EXPECT_TRUE(is<Unreadable>(changed("2026-01-02T03:04:05.678Z", "yesterday")));
  EXPECT_TRUE(is<Unreadable>(changed("2026-01-02T03:04:05.678Z", "2026-01-02T03:04:05 678Z")));
  EXPECT_TRUE(is<Unreadable>(changed("\"status\":200", "\"status\":\"200\"")));
  EXPECT_TRUE(is<Unreadable>(changed("\"status\":200", "\"status\":99")));
  EXPECT_TRUE(is<Unreadable>(changed("\"status\":200", "\"status\":1000")));
  EXPECT_TRUE(is<Unreadable>(changed("\"event\":\"access\"", "\"event\":7")));
  EXPECT_TRUE(is<Unreadable>(changed("\"path\"", "\"route\"")));  // a name twice
  EXPECT_TRUE(is<Unreadable>(changed("/llms.txt", "\xff")));
  EXPECT_TRUE(is<Unreadable>(changed("/llms.txt", std::string(kLongestLogLine, 'a'))));
  EXPECT_TRUE(
      is<Unreadable>(R"({"time":"2026-01-02T03:04:05.678Z","level":"warn","event":"access_left_out","lines":-1})"));
}

}  // namespace
}  // namespace agent_access::tools
