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

}  // namespace
}  // namespace agent_access::app
