#include "tools/visits/log_line.hpp"

#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>
#include <string>

#include "app/text/value_text.hpp"
#include "unit/tools/visits/read_log.hpp"

namespace agent_access::tools {
namespace {

constexpr std::string_view kLine =
    R"({"time":"2026-01-02T03:04:05.678Z","level":"info","event":"access","request_id":"00112233445566ff",)"
    R"("client":"203.0.113.0/24","method":"GET","host":"example.com","path":"/llms.txt","route":"discovery",)"
    R"("status":200,"error":"","reason":"","duration_us":125,"user_agent":"ExampleAgent/1.0","client_id":"","kid":"",)"
    R"("jti":"","client_name":"My \"agent\""})";

std::string changed(std::string_view from, std::string_view to) {
  std::string line(kLine);
  const auto at = line.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return line.replace(at, from.size(), to);
}

void expect_visit(std::string_view line) {
  const Visit visit = visit_in(line);
  EXPECT_EQ(app::format_time(visit.time), "2026-01-02T03:04:05Z");
  EXPECT_EQ(visit.method, "GET");
  EXPECT_EQ(visit.path, "/llms.txt");
  EXPECT_EQ(visit.route, "discovery");
  EXPECT_EQ(visit.status, 200);
  EXPECT_EQ(visit.reason, "");
  EXPECT_EQ(visit.user_agent, "ExampleAgent/1.0");
  EXPECT_EQ(visit.client_name, "My \"agent\"");
}

TEST(ReadOwnLine, ReadsAnAccessLineAndSkipsWhatAnotherLogPutsInFront) {
  expect_visit(kLine);
  expect_visit("Jan  2 03:04:05 host agent-access[123]: " + std::string(kLine));
}

TEST(ReadOwnLine, ReadsMembersInAnyOrderAndWithWhiteSpace) {
  // As jq -S, json.dumps of Python and an editor with CRLF write it.
  expect_visit(R"({"client_name":"My \"agent\"","event":"access","level":"info","method":"GET","path":"/llms.txt",)"
               R"("reason":"","route":"discovery","status":200,"time":"2026-01-02T03:04:05.678Z",)"
               R"("user_agent":"ExampleAgent/1.0"})");
  expect_visit(
      R"(  { "time" : "2026-01-02T03:04:05.678Z", "event": "access", "method": "GET", "path": "/llms.txt", )"
      R"("route": "discovery", "status": 200, "user_agent": "ExampleAgent\/1.0", "client_name": "My \"agent\"" } )"
      "\r");
  EXPECT_EQ(reason_of("{agent-access} {1}: " + std::string(kLine)), NoVisit::damaged);
  EXPECT_EQ(reason_of("user agent: " + std::string(kLine)), NoVisit::foreign);
  // Other members, which a collector adds.
  expect_visit(changed(R"("level":"info")", R"("level":"info","kubernetes":{"labels":{"app":"x"}})"));
}

std::string as_json(std::string_view text) { return boost::json::serialize(boost::json::string(text)); }

TEST(ReadOwnLine, ReadsNoOtherTextOfAHostBecauseClientsChooseThose) {
  const std::string text = as_json(kLine);
  for (const std::string& line :
       {"        \"user-agent\": " + text + ",", R"({"event":{"request":{"headers":{"message":)" + text + "}}}}",
        R"({"headers":[)" + text + "]}", R"({"logs":{"message":)" + text + "}}",
        R"({"logs":[{"logs":[{"message":)" + text + "}]}]}", "[" + text + "]", text + " " + text}) {
    EXPECT_TRUE(std::holds_alternative<NoVisit>(read_line(line))) << line;
  }
  // In a line of this log, too.
  EXPECT_EQ(visit_in(changed(R"("ExampleAgent/1.0")", text + R"(,"message":)" + text)).user_agent, kLine);
}

TEST(ReadOwnLine, ReadsALineOfAnOlderVersionWithoutTheNewFields) {
  const Visit visit = visit_in(
      R"({"time":"2026-01-02T03:04:05.678Z","level":"info","event":"access","path":"/","route":"home","status":200})");
  EXPECT_EQ(visit.user_agent + visit.client_name, "");
}

TEST(ReadOwnLine, CountsRefusalsThatHaveNoLine) {
  const auto read =
      read_line(R"({"time":"2026-01-02T03:04:05.678Z","level":"warn","event":"access_left_out","lines":41})");
  const auto* const left = std::get_if<LeftOut>(&read);
  ASSERT_NE(left, nullptr);
  EXPECT_EQ(left->lines, 41U);
}

TEST(ReadOwnLine, KnowsOtherEventsAndLinesOfOthers) {
  EXPECT_EQ(reason_of(R"({"time":"2026-01-02T03:04:05.678Z","level":"info","event":"reload","snapshot":2})"),
            NoVisit::other_event);
  for (const std::string_view line :
       {"Started agent-access.service.", "2026-01-02T03:04:05.678Z INFO  access path=/"}) {
    EXPECT_EQ(reason_of(line), NoVisit::foreign) << line;
  }
  for (const std::string_view line :
       {R"({"other":"log"})", R"({"time":"2026-01-02T03:04:05.678Z","level":"INFO","msg":"of another"})",
        R"({"log":"{\"time\":\"2026-01-02T03:04:05.678Z\",\"event\":\"access\"}"})"}) {
    EXPECT_EQ(reason_of(line), NoVisit::no_request) << line;
  }
}

TEST(ReadOwnLine, DoesNotReadDamagedLines) {
  EXPECT_EQ(reason_of(kLine.substr(0, kLine.size() - 1)), NoVisit::damaged);
  EXPECT_EQ(reason_of(std::string(kLine) + "x"), NoVisit::damaged);
  EXPECT_EQ(reason_of(R"({"level": "info", "event": "access", "status": 2)"), NoVisit::damaged);
  EXPECT_EQ(reason_of(changed("2026-01-02T03:04:05.678Z", "2026-13-02T03:04:05.678Z")), NoVisit::damaged);
  EXPECT_EQ(reason_of(changed("2026-01-02T03:04:05.678Z", "yesterday")), NoVisit::damaged);
  EXPECT_EQ(reason_of(changed("2026-01-02T03:04:05.678Z", "2026-01-02T03:04:05 678Z")), NoVisit::damaged);
  EXPECT_EQ(reason_of(changed("\"status\":200", "\"status\":\"200\"")), NoVisit::damaged);
  EXPECT_EQ(reason_of(changed("\"status\":200", "\"status\":99")), NoVisit::damaged);
  EXPECT_EQ(reason_of(changed("\"status\":200", "\"status\":1000")), NoVisit::damaged);
  EXPECT_EQ(reason_of(changed("\"event\":\"access\"", "\"event\":7")), NoVisit::damaged);
  EXPECT_EQ(reason_of(changed("\"path\"", "\"route\"")), NoVisit::damaged);  // a name twice
  EXPECT_EQ(reason_of(changed("/llms.txt", "\xff")), NoVisit::damaged);
  EXPECT_EQ(reason_of(changed("/llms.txt", std::string(kLongestObject, 'a'))), NoVisit::damaged);
  EXPECT_EQ(reason_of(R"({"time":"2026-01-02T03:04:05.678Z","level":"warn","event":"access_left_out","lines":-1})"),
            NoVisit::damaged);
}

}  // namespace
}  // namespace agent_access::tools
