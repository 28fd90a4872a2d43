#include "app/status/counts.hpp"

#include <gtest/gtest.h>

namespace agent_access::app {
namespace {

using namespace std::chrono_literals;

Counts numbers(std::uint64_t requests, NamedCounts statuses = {}) {
  Counts counts;
  counts.requests = requests;
  counts.statuses = std::move(statuses);
  return counts;
}

constexpr base::Seconds at(std::chrono::seconds time) {
  return base::Seconds(std::chrono::sys_days(std::chrono::year{2026} / 1 / 31)) + time;
}

TEST(Counts, AreNamedAsTheLogNamesThem) {
  ops::Totals totals;
  totals.requests = 9;
  totals.activities[static_cast<std::size_t>(ops::Activity::registration)] = 4;
  totals.activities[static_cast<std::size_t>(ops::Activity::token)] = 3;
  totals.activities[static_cast<std::size_t>(ops::Activity::profile)] = 2;
  totals.routes[static_cast<std::size_t>(publish::Route::profile)] = 2;
  totals.routes[static_cast<std::size_t>(publish::Route::unknown)] = 1;
  totals.status_classes = {1, 0, 5, 0, 3, 0};
  totals.refusals = {{"unknown_path", 3}, {"malformed_token", 0}};
  totals.resources["/data/"].status_classes = {0, 0, 5, 1, 2, 1};
  totals.resources["/new/"].status_classes = {0, 0, 0, 0, 4, 0};
  const auto counts = counts_of(totals, {{"curl", 9}});
  EXPECT_EQ(counts.requests, 9U);
  EXPECT_EQ(counts.registrations, 4U);
  EXPECT_EQ(counts.tokens, 3U);
  EXPECT_EQ(counts.profiles, 2U);
  EXPECT_EQ(counts.routes, (NamedCounts{{"profile", 2}, {"unknown", 1}}));
  EXPECT_EQ(counts.statuses, (NamedCounts{{"2xx", 5}, {"4xx", 3}, {"other", 1}}));
  EXPECT_EQ(counts.refusals, (NamedCounts{{"unknown_path", 3}}));
  EXPECT_EQ(counts.agents, (NamedCounts{{"curl", 9}}));
  EXPECT_EQ(counts.reads, (NamedCounts{{"/data/", 6}}));
  EXPECT_EQ(counts.refused, (NamedCounts{{"/data/", 3}, {"/new/", 4}}));
  EXPECT_EQ(refused(counts), 3U);
}

TEST(Counts, OfGatedDocumentsAndGatesAddUp) {
  Counts before;
  before.reads = {{"/data/", 2}};
  Counts now;
  now.reads = {{"/data/", 6}};
  now.refused = {{"/new/", 4}};
  const Counts added = difference(now, before);
  EXPECT_EQ(added.reads, (NamedCounts{{"/data/", 4}}));
  EXPECT_EQ(added.refused, (NamedCounts{{"/new/", 4}}));
  add(before, added);
  EXPECT_EQ(before, now);
  const auto rows = resource_rows(now);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows.at("/data/").reads, 6U);
  EXPECT_EQ(rows.at("/data/").refused, 0U);
  EXPECT_EQ(rows.at("/new/").reads, 0U);
  EXPECT_EQ(rows.at("/new/").refused, 4U);
}

TEST(Counts, DifferByWhatWasAdded) {
  const auto added = difference(numbers(9, {{"2xx", 7}, {"4xx", 2}, {"5xx", 1}}), numbers(4, {{"2xx", 7}, {"5xx", 3}}));
  EXPECT_EQ(added.requests, 5U);
  EXPECT_EQ(added.statuses, (NamedCounts{{"4xx", 2}})) << "what became smaller adds nothing";
}

TEST(DayTable, SumsTheDaysAndForgetsTheOldest) {
  DayTable days;
  const auto first = std::chrono::sys_days(std::chrono::year{2026} / 1 / 31);
  days.add(first, numbers(1, {{"2xx", 1}}));
  days.add(first, numbers(2, {{"2xx", 1}, {"4xx", 1}}));
  EXPECT_EQ(days.days().at(first), numbers(3, {{"2xx", 2}, {"4xx", 1}}));
  for (int day = 1; day <= 400; ++day) days.add(first + std::chrono::days{day}, numbers(10));
  EXPECT_EQ(days.days().size(), 400U);
  EXPECT_FALSE(days.days().contains(first));
  EXPECT_EQ(days.total().requests, 4000U);
}

TEST(MinuteRates, HaveTheLastHourWithItsEmptyMinutes) {
  MinuteRates rates;
  rates.add(at(0s), 100, 0);
  rates.add(at(59s), 20, 1);
  rates.add(at(60s), 3, 3);
  auto hour = rates.last_hour(at(61s));
  ASSERT_EQ(hour.size(), 60U);
  EXPECT_EQ(hour[58], (MinuteRates::Minute{
                          .time = std::chrono::floor<std::chrono::minutes>(at(0s)), .requests = 120, .refused = 1}));
  EXPECT_EQ(hour[59], (MinuteRates::Minute{
                          .time = std::chrono::floor<std::chrono::minutes>(at(60s)), .requests = 3, .refused = 3}));
  EXPECT_EQ(hour[57].requests, 0U);
  rates.add(at(3660s), 7, 0);
  hour = rates.last_hour(at(3660s));
  EXPECT_EQ(hour[59].requests, 7U);
  EXPECT_EQ(hour[0].requests, 0U);
  EXPECT_EQ(rates.last_hour(at(7200s))[0].requests, 7U);
  EXPECT_EQ(rates.last_hour(at(7260s))[0].requests, 0U);
}

TEST(MinuteRates, FollowAClockThatIsSetBack) {
  MinuteRates rates;
  rates.add(at(0s), 100, 0);
  rates.add(at(60s), 20, 1);
  rates.add(at(120s), 3, 3);
  rates.add(at(60s), 4, 0);
  auto hour = rates.last_hour(at(119s));
  EXPECT_EQ(hour[58].requests, 100U);
  EXPECT_EQ(hour[59], (MinuteRates::Minute{
                          .time = std::chrono::floor<std::chrono::minutes>(at(60s)), .requests = 27, .refused = 4}));
  rates.add(at(std::chrono::days{1}), 5, 0);
  rates.add(at(180s), 2, 0);
  hour = rates.last_hour(at(180s));
  EXPECT_EQ(hour[59].requests, 7U);
  rates.add(at(240s), 1, 0);
  EXPECT_EQ(rates.last_hour(at(240s))[59].requests, 1U);
}

using Buckets = std::array<std::uint64_t, ops::kDurationBuckets>;

TEST(Percentile, IsInterpolatedWithinItsBucket) {
  // Bounds: 50, 100, 250, 500 microseconds, 1, 2.5, 5, 10, 25, 100 ms, 1 s.
  const Buckets buckets = {0, 10, 0, 0, 80, 0, 0, 10};
  EXPECT_EQ(percentile(buckets, 0.05), 75us);
  EXPECT_EQ(percentile(buckets, 0.1), 100us);
  EXPECT_EQ(percentile(buckets, 0.5), 750us);
  EXPECT_EQ(percentile(buckets, 0.9), 1ms);
  EXPECT_EQ(percentile(buckets, 0.95), 7500us);
  EXPECT_EQ(percentile(buckets, 1), 10ms);
  EXPECT_EQ(percentile(Buckets{}, 0.5), std::nullopt);
  EXPECT_EQ(percentile(Buckets{4}, 0.5), 25us) << "the first bucket begins at zero";
  Buckets last = {1};
  last.back() = 99;
  EXPECT_EQ(percentile(last, 0.99), 1s) << "the last one ends at its bound";
}

}  // namespace
}  // namespace agent_access::app
