#include "app/status/state_text.hpp"

#include <gtest/gtest.h>

namespace agent_access::app {
namespace {

constexpr auto kTextDay = std::chrono::sys_days(std::chrono::year{2026} / 1 / 31);

DayTable two_days() {
  Counts first;
  first.requests = 7;
  first.registrations = 1;
  first.tokens = 2;
  first.profiles = 3;
  first.routes = {{"profile", 3}, {"unknown", 4}};
  first.statuses = {{"2xx", 3}, {"4xx", 4}};
  first.refusals = {{"unknown_path", 4}};
  first.agents = {{"no User-Agent", 7}};
  Counts second;
  second.requests = 1;
  DayTable days;
  days.add(kTextDay, first);
  days.add(kTextDay + std::chrono::days{1}, second);
  return days;
}

constexpr std::string_view kText =
    R"({"version":1,"days":[{"day":"2026-01-31","requests":7,"registrations":1,"tokens":2,"profiles":3,)"
    R"("routes":{"profile":3,"unknown":4},"statuses":{"2xx":3,"4xx":4},"refusals":{"unknown_path":4},)"
    R"("agents":{"no User-Agent":7}},{"day":"2026-02-01","requests":1,"registrations":0,"tokens":0,"profiles":0,)"
    R"("routes":{},"statuses":{},"refusals":{},"agents":{}}]})"
    "\n";

std::string fault_of(std::string_view text) {
  const auto days = parse_state(text);
  return days ? "none" : days.error();
}

std::string with_day(std::string_view members) {
  return R"({"version":1,"days":[{"day":"2026-01-31",)" + std::string(members) + "}]}";
}

TEST(State, IsWrittenAndReadBack) {
  EXPECT_EQ(render_state(two_days()), kText);
  EXPECT_EQ(parse_state(kText), two_days());
  EXPECT_EQ(parse_state(R"({"version":1,"days":[]})"), DayTable());
}

TEST(State, HasGatedDocumentsAndGatesWhereTheyWereAskedFor) {
  Counts counts;
  counts.requests = 3;
  counts.reads = {{"/data/", 2}};
  counts.refused = {{"/data/", 1}};
  DayTable days;
  days.add(kTextDay, counts);
  const std::string text =
      R"({"version":1,"days":[{"day":"2026-01-31","requests":3,"registrations":0,"tokens":0,"profiles":0,)"
      R"("routes":{},"statuses":{},"refusals":{},"agents":{},"reads":{"/data/":2},"refused":{"/data/":1}}]})"
      "\n";
  EXPECT_EQ(render_state(days), text);
  EXPECT_EQ(parse_state(text), days);
  std::string damaged = text;
  EXPECT_EQ(fault_of(damaged.replace(damaged.find(R"("reads":{"/data/":2})"), 20, R"("reads":{"/data/":-1})")),
            "has a day that is not one of this program");
  const auto with_path = [&](std::size_t size) {
    std::string other = text;
    return other.replace(other.find("/data/"), 6, "/" + std::string(size - 1, 'a'));
  };
  EXPECT_EQ(fault_of(with_path(512)), "none");
  EXPECT_EQ(fault_of(with_path(513)), "has a day that is not one of this program");
}

TEST(State, SaysWhatIsWrong) {
  EXPECT_EQ(fault_of(""), "is not a JSON object");
  EXPECT_EQ(fault_of(kText.substr(0, 100)), "is not a JSON object");
  EXPECT_EQ(fault_of("[]"), "is not a JSON object");
  EXPECT_EQ(fault_of(R"({"days":[]})"), "has no version");
  EXPECT_EQ(fault_of(R"({"version":2,"days":[]})"), "is of version 2, and this program reads version 1");
  EXPECT_EQ(fault_of(R"({"version":1})"), "has no list of days");
}

TEST(State, HasOnlyDaysWithWholeNumbersAndPlainNames) {
  constexpr std::string_view kOther = "has a day that is not one of this program";
  const std::string rest = R"("registrations":0,"tokens":0,"profiles":0,"routes":{},"statuses":{},"refusals":{})";
  EXPECT_EQ(fault_of(with_day(R"("requests":1,"agents":{},)" + rest)), "none");
  EXPECT_EQ(fault_of(with_day(R"("requests":1,)" + rest)), kOther) << "agents are missing";
  for (const auto* number : {"-1", "1.5", "\"1\"", "null", "4503599627370497", "1e3"}) {
    EXPECT_EQ(fault_of(with_day(R"("agents":{},"requests":)" + std::string(number) + "," + rest)), kOther) << number;
  }
  const std::string too_long(65, 'a');
  for (const std::string& name : {std::string(), std::string("\xc3\xa4"), std::string("\\u0007"), too_long}) {
    EXPECT_EQ(fault_of(with_day(R"("requests":1,"agents":{")" + name + R"(":1},)" + rest)), kOther) << name;
  }
  EXPECT_EQ(fault_of(R"({"version":1,"days":[1]})"), kOther);
  const std::string day = R"({"day":"2026-01-31","requests":1,"agents":{},)" + rest + "}";
  EXPECT_EQ(fault_of(R"({"version":1,"days":[)" + day + "," + day + "]}"), kOther) << "a day twice";
  EXPECT_EQ(fault_of(R"({"version":1,"days":[{"day":"2026-02-30","requests":1,"agents":{},)" + rest + "}]}"), kOther);
}

TEST(State, HasAtMostFiveHundredNamesInATable) {
  const auto with_names = [](int number) {
    std::string table;
    for (int name = 0; name < number; ++name) table += (name == 0 ? "\"" : ",\"") + std::to_string(name) + "\":1";
    return with_day(R"("requests":1,"registrations":0,"tokens":0,"profiles":0,"routes":{},"statuses":{},"refusals":{},)"
                    R"("agents":{)" +
                    table + "}");
  };
  EXPECT_EQ(fault_of(with_names(500)), "none");
  EXPECT_EQ(fault_of(with_names(501)), "has a day that is not one of this program");
}

}  // namespace
}  // namespace agent_access::app
