#include "app/status/status_board.hpp"

#include <gtest/gtest.h>

#include "ops/line.hpp"
#include "unit/app/scratch_folder.hpp"

namespace agent_access::app {
namespace {

using namespace std::chrono_literals;

constexpr base::Seconds kStart = std::chrono::sys_days(std::chrono::year{2026} / 1 / 31) + 23h + 59min;
constexpr auto kFirstDay = std::chrono::sys_days(std::chrono::year{2026} / 1 / 31);

class StatusBoardTest : public testing::Test {
 protected:
  StatusBoard board() { return board_in({}); }
  StatusBoard board_in(const std::filesystem::path& file, base::Seconds now = kStart) {
    return {[this] { return totals_; }, watch_, file, now};
  }
  void answer(std::uint64_t requests) {
    totals_.requests += requests;
    totals_.status_classes[2] += requests;
    totals_.durations[0].buckets[1] += requests;
  }
  void come(std::string_view user_agent) {
    std::string line;
    append_json_line(line, {}, ops::Level::info, "access", {{"request_id", "1"}, {"user_agent", user_agent}});
    watch_->read(line);
  }
  ops::Totals totals_;
  std::shared_ptr<LogWatch> watch_ = std::make_shared<LogWatch>(ops::AgentTable::built_in());
};

TEST_F(StatusBoardTest, CountsToTheDayAndTheMinuteOfTheSample) {
  auto page = board();
  answer(3);
  come("curl/8.5.0");
  page.sample(kStart);
  answer(4);
  page.sample(kStart + 60s);
  const auto data = page.data(kStart + 60s);
  ASSERT_EQ(data.days.size(), 2U);
  EXPECT_EQ(data.days.at(kFirstDay).requests, 3U);
  EXPECT_EQ(data.days.at(kFirstDay).agents, (NamedCounts{{"curl", 1}}));
  EXPECT_EQ(data.days.at(kFirstDay + std::chrono::days{1}).requests, 4U);
  EXPECT_EQ(data.total.requests, 7U);
  EXPECT_EQ(data.since_start.requests, 7U);
  EXPECT_EQ(data.minutes[58].requests, 3U);
  EXPECT_EQ(data.minutes[59].requests, 4U);
  EXPECT_EQ(data.agent_kinds.at("curl"), "program");
  EXPECT_EQ(data.latency.p50, 75us);
}

TEST_F(StatusBoardTest, SamplesEveryTenSecondsAndAfterTheClockWasSetBack) {
  auto page = board();
  EXPECT_TRUE(page.is_sample_due(kStart));
  page.sample(kStart);
  EXPECT_FALSE(page.is_sample_due(kStart + 9s));
  EXPECT_TRUE(page.is_sample_due(kStart + 10s));
  EXPECT_TRUE(page.is_sample_due(kStart - 1s));
}

TEST_F(StatusBoardTest, WithoutRequestsHasNoDay) {
  auto page = board();
  page.sample(kStart);
  EXPECT_TRUE(page.data(kStart).days.empty());
  EXPECT_EQ(page.data(kStart).latency.p50, std::nullopt);
}

TEST_F(StatusBoardTest, KeepsTotalsOverARestart) {
  const test::ScratchFolder folder;
  const auto file = folder.path() / "report.json";
  {
    auto page = board_in(file);
    EXPECT_EQ(page.load(), "");
    answer(5);
    page.sample(kStart);
    EXPECT_EQ(page.save().failure, std::nullopt);
  }
  totals_ = {};
  auto page = board_in(file, kStart + 30s);
  EXPECT_EQ(page.load(), "");
  answer(2);
  page.sample(kStart + 30s);
  const auto data = page.data(kStart + 30s);
  EXPECT_TRUE(data.is_kept);
  EXPECT_EQ(data.total.requests, 7U);
  EXPECT_EQ(data.since_start.requests, 2U);
}

TEST_F(StatusBoardTest, SavesOnceAMinute) {
  const test::ScratchFolder folder;
  auto page = board_in(folder.path() / "report.json");
  answer(5);
  page.sample(kStart);
  EXPECT_EQ(page.save_if_due(kStart + 59s).failure, std::nullopt);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "report.json"));
  EXPECT_EQ(page.save_if_due(kStart + 60s).failure, std::nullopt);
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "report.json"));
}

TEST_F(StatusBoardTest, TellsAFailureOnceAndWhenItEnds) {
  const test::ScratchFolder folder;
  auto page = board_in(folder.path() / "later" / "report.json");
  answer(5);
  page.sample(kStart);
  EXPECT_TRUE(page.save().failure.has_value());
  EXPECT_FALSE(page.save().failure.has_value());
  std::filesystem::create_directory(folder.path() / "later");
  const auto saved = page.save();
  EXPECT_FALSE(saved.failure.has_value());
  EXPECT_TRUE(saved.works_again);
  EXPECT_FALSE(page.save().works_again);
}

TEST_F(StatusBoardTest, ShowsTheValuesThatTheProcessObeys) {
  auto page = board();
  page.adopt(std::vector<SettingRow>{{"log.level", "\"info\"", "default"}, {"content.pages", "true", "default"}});
  page.adopt({{"log.level", "\"debug\"", "a.toml:3"}, {"content.pages", "false", "a.toml:5"}}, {"log.level"});
  const auto rows = page.data(kStart).settings;
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].value, "\"info\"");
  EXPECT_TRUE(rows[0].needs_restart);
  EXPECT_EQ(rows[1].value, "false");
  EXPECT_FALSE(rows[1].needs_restart);
}

}  // namespace
}  // namespace agent_access::app
