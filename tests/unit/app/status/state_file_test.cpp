#include "app/status/state_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <algorithm>
#include <string>
#include <vector>

#include "unit/app/scratch_folder.hpp"

namespace agent_access::app {
namespace {

constexpr base::Seconds kFileTime{std::chrono::seconds{1'767'323'045}};  // 2026-01-02T03:04:05Z
constexpr auto kFileDay = std::chrono::sys_days(std::chrono::year{2026} / 1 / 2);

class StateFileTest : public testing::Test {
 protected:
  [[nodiscard]] std::filesystem::path path() const { return folder_.path() / "report.json"; }
  static DayTable with_requests(std::uint64_t requests) {
    Counts counts;
    counts.requests = requests;
    DayTable days;
    days.add(kFileDay, counts);
    return days;
  }
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
      found.push_back(entry.path().filename());
    std::ranges::sort(found);
    return found;
  }
  test::ScratchFolder folder_;
};

TEST_F(StateFileTest, BeginsWithoutAFile) {
  const auto loaded = StateFile(path()).load(kFileTime);
  EXPECT_EQ(loaded.days, DayTable());
  EXPECT_EQ(loaded.problem, "");
}

TEST_F(StateFileTest, IsReadBackByTheNextProcess) {
  StateFile file(path());
  ASSERT_TRUE(file.save(with_requests(3)));
  ASSERT_TRUE(file.save(with_requests(4)));
  const auto loaded = StateFile(path()).load(kFileTime);
  EXPECT_EQ(loaded.days, with_requests(4));
  EXPECT_EQ(loaded.problem, "");
  EXPECT_EQ(names(), std::vector<std::string>{"report.json"});
  struct stat status{};
  ASSERT_EQ(::stat(path().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST_F(StateFileTest, IsNotWrittenAgainWithTheSameContent) {
  StateFile file(path());
  ASSERT_TRUE(file.save(with_requests(3)));
  std::filesystem::remove(path());
  ASSERT_TRUE(file.save(with_requests(3)));
  EXPECT_EQ(names(), std::vector<std::string>{});
}

TEST_F(StateFileTest, ReplacesWhatACrashLeft) {
  folder_.write("report.json.next", "half");
  StateFile file(path());
  ASSERT_TRUE(file.save(with_requests(3)));
  EXPECT_EQ(names(), std::vector<std::string>{"report.json"});
}

TEST_F(StateFileTest, ThatIsBrokenIsKeptUnderAnotherName) {
  folder_.write("report.json", "{\"version\":");
  StateFile file(path());
  const auto loaded = file.load(kFileTime);
  EXPECT_EQ(loaded.days, DayTable());
  EXPECT_EQ(loaded.problem, path().string() + " is not a JSON object; it is kept as " + path().string() +
                                ".kept-20260102T030405Z, and the counters begin anew");
  EXPECT_EQ(folder_.read("report.json.kept-20260102T030405Z"), "{\"version\":");
  ASSERT_TRUE(file.save(with_requests(1)));
  EXPECT_EQ(StateFile(path()).load(kFileTime).days, with_requests(1));
}

TEST_F(StateFileTest, OfAnotherVersionIsKeptUnderAnotherName) {
  folder_.write("report.json", R"({"version":2,"days":[]})");
  EXPECT_THAT(StateFile(path()).load(kFileTime).problem,
              testing::HasSubstr("is of version 2, and this program reads version 1; it is kept as "));
  EXPECT_EQ(names(), std::vector<std::string>{"report.json.kept-20260102T030405Z"});
}

TEST_F(StateFileTest, ThatCannotBeWrittenSaysWhy) {
  StateFile file(folder_.path() / "none" / "report.json");
  const auto saved = file.save(with_requests(1));
  ASSERT_FALSE(saved);
  EXPECT_EQ(saved.error(),
            "cannot create " + (folder_.path() / "none" / "report.json.next").string() + ": No such file or directory");
}

TEST_F(StateFileTest, ThatCannotBeReplacedStaysAndSaysWhy) {
  std::filesystem::create_directories(path() / "inside");
  StateFile file(path());
  const auto saved = file.save(with_requests(1));
  ASSERT_FALSE(saved);
  EXPECT_EQ(saved.error(), "cannot replace " + path().string() + ": Is a directory");
  EXPECT_TRUE(std::filesystem::is_directory(path() / "inside"));
}

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
