#include "tools/visits/log_reader.hpp"

#include <gtest/gtest.h>

#include <string>

#include "app/text/value_text.hpp"
#include "unit/tools/visits/read_log.hpp"

namespace agent_access::tools {
namespace {

constexpr std::string_view kVisit =
    R"({"RequestMethod":"GET","RequestPath":"/a","DownstreamStatus":200,"ClientHost":"192.0.2.3",)"
    R"("StartUTC":"2026-01-02T03:04:05.123456789Z","request_User-Agent":"GPTBot/1.4"})";

/// "v" for each visit, and the first letter of each reason.
std::string kinds(std::string_view log) {
  std::string text;
  for (const auto& line : read_log(log)) {
    const auto* const reason = std::get_if<NoVisit>(&line);
    if (reason == nullptr) text += 'v';
    for (const auto& [each, words] : kNoVisits) {
      if (reason != nullptr && each == *reason) text += words.front();
    }
  }
  return text;
}

std::string twice(std::string_view between) { return std::string(kVisit) + std::string(between) + std::string(kVisit); }

TEST(LogReader, ReadsObjectsOnManyLinesAndInLists) {
  std::string pretty(kVisit);
  for (auto at = pretty.find(','); at != std::string::npos; at = pretty.find(',', at + 1))
    pretty.insert(at + 1, "\n    ");
  EXPECT_EQ(kinds(pretty + "\n" + pretty + "\n"), "vv");
  EXPECT_EQ(kinds("[" + twice(",") + "]\n[" + twice(", ") + "]"), "vvvv");
  EXPECT_EQ(kinds("[\n  " + twice(",\n  ") + "\n]\n" + std::string(kVisit)), "vvv");
  EXPECT_EQ(kinds("[\n" + twice("\n,\n") + "\n]"), "vv");
  EXPECT_EQ(kinds(twice("\r\n") + "\r\n"), "vv");
  EXPECT_EQ(kinds("\xEF\xBB\xBF" + std::string(kVisit)), "v");
}

TEST(LogReader, CountsAnObjectThatIsCutOnce) {
  const std::string cut(kVisit.substr(0, 60));
  const std::string between_members(kVisit.substr(0, kVisit.find(',') + 1));
  EXPECT_EQ(kinds(cut + "\n" + std::string(kVisit)), "dv");
  EXPECT_EQ(kinds(between_members + "\n" + std::string(kVisit)), "dv");
  EXPECT_EQ(kinds(between_members), "d");
  EXPECT_EQ(kinds("{\n" + std::string(kVisit)), "dv");
}

TEST(LogReader, DoesNotReadAnObjectBehindOtherText) {
  EXPECT_EQ(kinds(twice("")), "d");
  EXPECT_EQ(kinds(twice(" ")), "d");
  EXPECT_EQ(kinds("[" + std::string(kVisit) + "]" + std::string(kVisit)), "vd");
  EXPECT_EQ(kinds("user agent: " + std::string(kVisit)), "o");
  EXPECT_EQ(kinds(", " + std::string(kVisit)), "o");
}

TEST(LogReader, LimitsLinesAndObjects) {
  EXPECT_EQ(kinds(std::string(kLongestLine + 1, 'a') + "\n" + std::string(kVisit)), "dv");
  const std::string large = R"({"a":")" + std::string(kLongestObject, 'a') + "\"}";
  EXPECT_EQ(kinds(large + "\n" + std::string(kVisit)), "dv");
  std::string lines = "{\n";
  for (std::size_t size = 0; size <= kLongestObject; size += 100) lines += std::string(99, ' ') + "\n";
  EXPECT_EQ(kinds(lines + "\n" + std::string(kVisit)).substr(0, 1), "d");
}

TEST(LogReader, ReadsLogsOfSeveralServersThatAreJoined) {
  EXPECT_EQ(
      kinds(std::string(kVisit) + "\n192.0.2.3 - - [28/Nov/2026:00:30:00 +0200] \"GET / HTTP/1.1\" 200 5\n\nother\n"),
      "vvbo");
}

TEST(LogReader, ReadsColumnsThatALineNames) {
  constexpr std::string_view kColumns =
      "#Version: 1.0\n#Fields: date time c-ip cs-method cs-uri-stem sc-status cs(User-Agent)\n";
  const auto read = read_log(std::string(kColumns) + "2026-01-02\t03:04:05\t192.0.2.3\tGET\t/a\t000\tGPTBot%2520(a)\n" +
                             "#Fields: time date sc-status cs-method cs-uri-stem cs(User-Agent)\n" +
                             "03:04:05 2026-01-02 404 GET /b GPTBot+%28a%29\n2026-01-02\t03:04\n");
  ASSERT_EQ(read.size(), 6U);
  const auto& tabs = std::get<Visit>(read[2]);
  EXPECT_EQ(app::format_time(tabs.time), "2026-01-02T03:04:05Z");
  EXPECT_EQ(tabs.status, 0);
  EXPECT_EQ(tabs.user_agent, "GPTBot (a)");
  EXPECT_EQ(tabs.peer->to_text(), "192.0.2.3");
  const auto& blanks = std::get<Visit>(read[4]);
  EXPECT_EQ(blanks.path, "/b");
  EXPECT_EQ(blanks.status, 404);
  EXPECT_EQ(blanks.user_agent, "GPTBot (a)");
  EXPECT_EQ(std::get<NoVisit>(read[5]), NoVisit::damaged);
}

TEST(LogReader, ReadsTimesOfAllServers) {
  const auto time = [](std::string_view value) {
    std::string line(kVisit);
    constexpr std::string_view kTime = R"("2026-01-02T03:04:05.123456789Z")";
    return app::format_time(visit_in(line.replace(line.find(kTime), kTime.size(), value)).time);
  };
  for (const std::string_view value :
       {"1767323045", "1767323045.25", "1767323045123", "1767323045123456", "1767323045123456789", R"("1767323045")",
        R"("2026-01-02T05:04:05+02:00")", R"("2026-01-02 03:04:05.5 +0000")", R"("02/Jan/2026:03:04:05 +0000")",
        R"("2026/01/02 03:04:05Z")"}) {
    EXPECT_EQ(time(value), "2026-01-02T03:04:05Z") << value;
  }
}

TEST(LogReader, CountsEachRequestOfAHostOnce) {
  const std::string drain =
      R"({"deploymentId":"d","source":"lambda","projectId":"p","requestId":"r1","proxy":{"timestamp":1767323045000,)"
      R"("method":"GET","path":"/a","userAgent":["Mozilla/5.0","GPTBot/1.4"],"statusCode":-1,"clientIp":"192.0.2.3"}})";
  EXPECT_EQ(visit_in(drain).user_agent, "Mozilla/5.0, GPTBot/1.4");
  EXPECT_EQ(visit_in(drain).status, 0);
  EXPECT_EQ(kinds(drain + "\n" + drain), "va");
  EXPECT_EQ(reason_of(R"({"deploymentId":"d","projectId":"p","source":"build","message":"GPTBot/1.4"})"),
            NoVisit::no_request);
  EXPECT_EQ(reason_of(R"({"logger":"http.log.error","ts":1,"request":{"method":"GET","uri":"/"},"status":502})"),
            NoVisit::repeated);
  EXPECT_EQ(reason_of(R"({"ClientRequestMethod":"GET","ClientRequestSource":"edgeWorkerFetch"})"), NoVisit::subrequest);
  EXPECT_EQ(reason_of(R"({"EdgeStartTimestamp":1767323045123456789,"ClientIP":"192.0.2.3"})"), NoVisit::damaged);
  EXPECT_EQ(reason_of(R"({"eventTimestamp":1,"event":{"type":"overload","message":"sampling"}})"), NoVisit::sampled);
}

}  // namespace
}  // namespace agent_access::tools
