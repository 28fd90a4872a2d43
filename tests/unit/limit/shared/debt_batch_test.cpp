#include "limit/shared/debt_script.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "limit/shared/redis_connection.hpp"
#include "unit/limit/shared/fake_redis.hpp"

namespace agent_access::limit {
namespace {

using namespace std::chrono_literals;
using test::FakeRedis;
using test::names_of;
using test::Words;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

constexpr Horizon kHorizon{1'000'000'000};

std::vector<KeySpace> spaces(std::size_t count) {
  std::vector<KeySpace> made{{"one:", {}}, {"two:", {}}};
  made.resize(count);
  return made;
}

/// Keys and microseconds, in the order in which they were merged.
using Merged = std::vector<std::pair<DebtKey, std::int64_t>>;

struct Sent {
  base::Result<void, RedisFault> outcome;
  Merged merged;
};

Sent send(const FakeRedis& redis, std::size_t space_count, const std::vector<Debt>& debts) {
  auto connection = RedisConnection::open(redis.target(), 0, {}, 60s, -1).value();
  Merged merged;
  const auto made = spaces(space_count);
  auto outcome = send_debts(connection, made, kHorizon, debts, [&](const Debt& debt) {
    merged.emplace_back(debt.key, std::chrono::floor<std::chrono::microseconds>(debt.owed).count());
  });
  return {std::move(outcome), std::move(merged)};
}

bool is_of(const Words& call, std::string_view prefix) { return names_of(call).front().starts_with(prefix); }

TEST(DebtBatch, SendsEachDebtUnderTheNamesOfEachKeySpaceAndMergesEachReply) {
  FakeRedis redis([](const Words& call) {
    return is_of(call, "one:") ? std::vector<std::int64_t>{5'000'000, 7'000'000}
                               : std::vector<std::int64_t>{5'000'001, 7'000'002};
  });
  const Sent sent = send(redis, 2, {{1, 3s, 1s}, {2, 4s, 1s}});
  EXPECT_TRUE(sent.outcome);
  EXPECT_THAT(sent.merged, ElementsAre(Pair(1, 5'000'000), Pair(2, 7'000'000), Pair(1, 5'000'001), Pair(2, 7'000'002)));
  ASSERT_EQ(redis.calls().size(), 2U);
  EXPECT_EQ(names_of(redis.calls()[0]).size(), 2U);
  EXPECT_TRUE(is_of(redis.calls()[0], "one:"));
  EXPECT_TRUE(is_of(redis.calls()[1], "two:"));
}

TEST(DebtBatch, IsSentAsCallsOf64Debts) {
  FakeRedis redis([next = std::int64_t{0}](const Words& call) mutable {
    std::vector<std::int64_t> owed(names_of(call).size());
    for (auto& each : owed) each = next++;
    return owed;
  });
  std::vector<Debt> debts;
  for (DebtKey key = 0; key < 129; ++key) debts.push_back({1000 + key, 1s, 1s});
  const Sent sent = send(redis, 1, debts);
  EXPECT_TRUE(sent.outcome);
  ASSERT_EQ(redis.calls().size(), 3U);
  EXPECT_EQ(names_of(redis.calls()[0]).size(), 64U);
  EXPECT_EQ(names_of(redis.calls()[1]).size(), 64U);
  EXPECT_EQ(names_of(redis.calls()[2]).size(), 1U);
  ASSERT_EQ(sent.merged.size(), 129U);
  for (std::size_t i = 0; i < 129; ++i) EXPECT_THAT(sent.merged[i], Pair(1000 + i, static_cast<std::int64_t>(i)));
}

TEST(DebtBatch, RaisesADebtThatIsLowerInOneKeySpace) {
  FakeRedis redis([](const Words& call) -> std::vector<std::int64_t> {
    if (names_of(call).size() == 1) return {1};
    if (is_of(call, "one:")) return {100'000'000, 0, 200'000'000};
    return {1'000'000, 0, 200'000'000};
  });
  const Sent sent = send(redis, 2, {{1, 3s, 1s}, {2, 4s, 1s}, {3, 4s, 1s}});
  EXPECT_TRUE(sent.outcome);
  EXPECT_EQ(sent.merged.size(), 6U) << "the reply to the correction is not merged";
  ASSERT_EQ(redis.calls().size(), 3U);
  const Words& correction = redis.calls()[2];
  EXPECT_THAT(names_of(correction), ElementsAre(names_of(redis.calls()[1])[0]));
  const std::int64_t since = std::stoll(correction[6]);
  EXPECT_LT(since, 100'000'000) << "the time since the first exchange is subtracted";
  EXPECT_GT(since, 10'000'000);
  EXPECT_EQ(correction[7], "0") << "nothing is charged again";
}

TEST(DebtBatch, RaisesADebtInTheFirstKeySpaceToo) {
  FakeRedis redis(
      [](const Words& call) -> std::vector<std::int64_t> { return {is_of(call, "one:") ? 1'000'000 : 100'000'000}; });
  EXPECT_TRUE(send(redis, 2, {{1, 3s, 1s}}).outcome);
  ASSERT_EQ(redis.calls().size(), 3U);
  EXPECT_TRUE(is_of(redis.calls()[2], "one:"));
}

TEST(DebtBatch, IgnoresADifferenceOf50Milliseconds) {
  std::int64_t other = 950'000;
  const auto script = [&other](const Words& call) -> std::vector<std::int64_t> {
    return {is_of(call, "one:") ? 1'000'000 : other};
  };
  FakeRedis equal(script);
  EXPECT_TRUE(send(equal, 2, {{1, 3s, 1s}}).outcome);
  EXPECT_EQ(equal.calls().size(), 2U);
  other = 949'999;
  FakeRedis lower(script);
  EXPECT_TRUE(send(lower, 2, {{1, 3s, 1s}}).outcome);
  EXPECT_EQ(lower.calls().size(), 3U);
}

TEST(DebtBatch, IsNotSentWithoutDebts) {
  FakeRedis redis([](const Words&) { return std::vector<std::int64_t>{}; });
  EXPECT_TRUE(send(redis, 2, {}).outcome);
  EXPECT_THAT(redis.calls(), IsEmpty());
}

TEST(DebtBatch, FailsForAReplyThatDoesNotFit) {
  for (const auto& owed : std::vector<std::vector<std::int64_t>>{{1}, {1, 2, 3}, {1, -1}, {1, 1'000'000'001}}) {
    FakeRedis redis([&owed](const Words&) { return owed; });
    const Sent sent = send(redis, 2, {{1, 3s, 1s}, {2, 4s, 1s}});
    ASSERT_FALSE(sent.outcome);
    EXPECT_EQ(sent.outcome.error(), RedisFault::wrong_answer);
    EXPECT_THAT(sent.merged, IsEmpty());
  }
}

TEST(DebtBatch, SendsNoCorrectionAfterAFault) {
  FakeRedis redis([](const Words& call) -> std::vector<std::int64_t> {
    if (is_of(call, "one:")) return {100'000'000};
    return {};
  });
  EXPECT_FALSE(send(redis, 2, {{1, 3s, 1s}}).outcome);
  EXPECT_EQ(redis.calls().size(), 2U);
}

}  // namespace
}  // namespace agent_access::limit
