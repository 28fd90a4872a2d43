#include "commands/keys_command.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace agent_access::commands {
namespace {

using namespace std::chrono_literals;

constexpr base::Seconds kBoundary{1'767'225'600s};  // 2026-01-01T00:00:00Z, a multiple of one day

app::KeyPlan plan_of(std::initializer_list<char> masters) {
  app::KeyPlan plan;
  for (const char filler : masters) {
    plan.masters.push_back(*oauth::MasterSecret::parse(base::bytes_of(std::string(32, filler))));
  }
  plan.rotation = 24h;
  return plan;
}

std::vector<std::string> states(const std::vector<app::KeyRow>& rows) {
  std::vector<std::string> out;
  for (const auto& row : rows) out.push_back(row.state);
  return out;
}

TEST(ListKeys, ShowsTheRetiringTheSigningAndTheNextKeyJustAfterABoundary) {
  const auto rows = app::list_keys(plan_of({'a'}), kBoundary + 10s);
  ASSERT_TRUE(rows);
  EXPECT_THAT(states(*rows), testing::ElementsAre("published", "signs", "next"));
  EXPECT_EQ((*rows)[0].published_until, kBoundary + 960s);
  EXPECT_EQ((*rows)[1].signs_from, kBoundary);
  EXPECT_EQ((*rows)[1].signs_until, kBoundary + 24h);
  EXPECT_EQ((*rows)[2].signs_from, kBoundary + 24h);
}

TEST(ListKeys, ShowsTheEarlierKeyAsRetiredOnceItIsNoLongerPublished) {
  const auto rows = app::list_keys(plan_of({'a'}), kBoundary + 960s);
  ASSERT_TRUE(rows);
  EXPECT_THAT(states(*rows), testing::ElementsAre("retired", "signs", "next"));
}

TEST(ListKeys, NamesAKeyTheSameAtAnyTime) {
  const auto today = app::list_keys(plan_of({'a'}), kBoundary + 1h);
  const auto tomorrow = app::list_keys(plan_of({'a'}), kBoundary + 25h);
  ASSERT_TRUE(today && tomorrow);
  EXPECT_EQ((*today)[1].key_id, (*tomorrow)[0].key_id);
  EXPECT_EQ((*today)[2].key_id, (*tomorrow)[1].key_id);
}

TEST(ListKeys, ShowsThatKeysOfAPreviousSecretNeverSign) {
  const auto rows = app::list_keys(plan_of({'n', 'o'}), kBoundary + 1h);
  ASSERT_TRUE(rows);
  EXPECT_EQ(std::ranges::count(states(*rows), "signs"), 1);
  EXPECT_GE(std::ranges::count(states(*rows), "published"), 1);
}

TEST(RenderKeys, WritesTimesAsRfc3339) {
  const std::vector<app::KeyRow> rows{{"kid1", "signs", kBoundary, kBoundary + 24h, kBoundary - 24h, kBoundary + 25h}};
  EXPECT_EQ(render_keys(rows),
            "KEY ID  STATE  SIGNS FROM            SIGNS UNTIL           PUBLISHED FROM        PUBLISHED UNTIL\n"
            "kid1    signs  2026-01-01T00:00:00Z  2026-01-02T00:00:00Z  2025-12-31T00:00:00Z  2026-01-02T01:00:00Z\n");
}

TEST(RenderKeysJson, GivesNullForUnlimitedTimes) {
  const std::vector<app::KeyRow> rows{
      {"kid1", "published", kBoundary, kBoundary, base::Seconds::min(), base::Seconds::max()},
      {"kid2", "signs", kBoundary, base::Seconds::max(), kBoundary, base::Seconds::max()}};
  EXPECT_EQ(render_keys_json(rows),
            R"({"keys":[{"kid":"kid1","state":"published","signs_from":null,"signs_until":null,)"
            R"("published_from":null,"published_until":null},)"
            R"({"kid":"kid2","state":"signs","signs_from":"2026-01-01T00:00:00Z","signs_until":null,)"
            R"("published_from":"2026-01-01T00:00:00Z","published_until":null}]})"
            "\n");
}

}  // namespace
}  // namespace agent_access::commands
