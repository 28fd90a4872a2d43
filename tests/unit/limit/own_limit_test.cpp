// The limit of one resource beside the general one.
#include <gtest/gtest.h>

#include <string>

#include "limit/rate_limiter.hpp"

namespace agent_access::limit {
namespace {

using namespace std::chrono_literals;

base::IpAddress client_of(std::string_view text) { return base::IpAddress::parse(text).value(); }

class OwnLimitTest : public testing::Test {
 protected:
  OwnLimitTest() {
    policy_.requests = 10;
    policy_.window = 60s;
  }
  Verdict charge(const ResourceLimit* own, std::string_view client = "203.0.113.7", Nanoseconds now = 1h) {
    return limiter_.charge(policy_, client_of(client), now, own);
  }
  Verdict fail(const ResourceLimit* own, std::string_view client = "203.0.113.7") {
    return limiter_.charge_failure(policy_, client_of(client), 4, 1h, own);
  }
  int admitted(const ResourceLimit* own, int count, std::string_view client = "203.0.113.7") {
    int sum = 0;
    for (int i = 0; i < count; ++i) sum += charge(own, client).is_allowed() ? 1 : 0;
    return sum;
  }

  Policy policy_;
  ResourceLimit data_ = ResourceLimit::of("/data/", 30, 120s);
  ResourceLimit papers_ = ResourceLimit::of("/api/agent/papers/", 5, 60s);
  RateLimiter limiter_{HashKey{std::byte{5}}, 1024};
};

TEST_F(OwnLimitTest, ReplacesTheGeneralOne) {
  const Verdict first = charge(&data_);
  EXPECT_TRUE(first.is_allowed());
  EXPECT_TRUE(first.is_of_resource);
  EXPECT_EQ(first.limit, 30);
  EXPECT_EQ(first.window, 120s);
  EXPECT_EQ(first.decision.remaining, 29);
  EXPECT_EQ(first.other.limit, 10);
  EXPECT_EQ(first.other.window, 60s);
  EXPECT_EQ(admitted(&data_, 100), 29);
  const Verdict refused = charge(&data_);
  EXPECT_EQ(refused.refused_by, RefusedBy::address);
  EXPECT_TRUE(refused.is_of_resource);
  EXPECT_EQ(refused.decision.retry_after, 4s);
  // Nothing was charged to the general budget, nor to that of another resource.
  const Verdict general = charge(nullptr);
  EXPECT_FALSE(general.is_of_resource);
  EXPECT_EQ(general.limit, 10);
  EXPECT_EQ(general.other.limit, 0);
  EXPECT_EQ(general.decision.remaining, 9);
  EXPECT_EQ(admitted(&papers_, 100), 5);
}

TEST_F(OwnLimitTest, ServesAClientThatHasUsedUpTheGeneralBudget) {
  EXPECT_EQ(admitted(nullptr, 100), 10);
  EXPECT_EQ(admitted(&data_, 100), 30);
  EXPECT_EQ(charge(nullptr).refused_by, RefusedBy::address);
}

TEST_F(OwnLimitTest, ChargesAFailedAttemptToBothBudgets) {
  EXPECT_TRUE(charge(&data_).is_allowed());
  const Verdict failed = fail(&data_);
  EXPECT_TRUE(failed.is_allowed());
  EXPECT_FALSE(failed.is_of_resource);
  EXPECT_EQ(failed.limit, 10) << "5 of 10 are left of the general budget, 25 of 30 of the other";
  EXPECT_EQ(failed.decision.remaining, 5);
  EXPECT_EQ(failed.other.limit, 30);
  EXPECT_EQ(failed.other.window, 120s);
  EXPECT_EQ(admitted(&data_, 100), 25);
  EXPECT_EQ(admitted(nullptr, 100), 5);
}

TEST_F(OwnLimitTest, ReportsTheOwnBudgetOfAFailedAttemptIfLessIsLeftOfIt) {
  EXPECT_TRUE(charge(&papers_).is_allowed());
  const Verdict failed = fail(&papers_);
  EXPECT_TRUE(failed.is_of_resource);
  EXPECT_EQ(failed.limit, 5);
  EXPECT_EQ(failed.decision.remaining, 0);
  EXPECT_EQ(failed.other.limit, 10);
  EXPECT_EQ(failed.other.window, 60s);
  EXPECT_EQ(charge(&papers_).decision.retry_after, 12s);
}

TEST_F(OwnLimitTest, RefusesAClientWhoseFailedAttemptsExceedTheGeneralBudget) {
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(charge(&data_).is_allowed());
    static_cast<void>(fail(&data_));
  }
  // The general budget is used up, but not exceeded.
  EXPECT_TRUE(charge(&data_).is_allowed());
  EXPECT_EQ(fail(&data_).decision.remaining, 0);
  const Verdict refused = charge(&data_);
  EXPECT_EQ(refused.refused_by, RefusedBy::failures);
  EXPECT_FALSE(refused.is_of_resource);
  EXPECT_EQ(refused.limit, 10);
  EXPECT_EQ(refused.window, 60s);
  EXPECT_EQ(refused.other.limit, 30);
  EXPECT_EQ(refused.other.window, 120s);
  EXPECT_EQ(refused.decision.retry_after, 30s) << "five requests beyond the budget, one each six seconds";
  EXPECT_FALSE(charge(&data_, "203.0.113.7", 1h + 30s - 1ns).is_allowed());
  EXPECT_TRUE(charge(&data_, "203.0.113.7", 1h + 30s).is_allowed());
  EXPECT_TRUE(charge(&data_, "203.0.113.8").is_allowed());
}

TEST_F(OwnLimitTest, CountsFailedAttemptsOfANetwork) {
  for (const char* const client : {"2001:db8:0:1::1", "2001:db8:0:2::1", "2001:db8:0:3::1"}) {
    for (int i = 0; i < 3; ++i) static_cast<void>(fail(&data_, client));
  }
  // 45 of the 40 requests of the /56.
  EXPECT_EQ(charge(&data_, "2001:db8:0:9::1").refused_by, RefusedBy::failures);
  EXPECT_TRUE(charge(&data_, "2001:db8:1::1").is_allowed());
}

TEST_F(OwnLimitTest, IsChargedAtEveryLevelOfAnAddressAndToTheCeiling) {
  EXPECT_TRUE(charge(&data_, "2001:db8::1").is_allowed());
  policy_.ceiling = 32;
  EXPECT_TRUE(charge(&data_, "203.0.113.8").is_allowed());
  EXPECT_EQ(admitted(&data_, 100, "203.0.113.9"), 30);
  EXPECT_EQ(admitted(nullptr, 10, "203.0.113.10"), 1);
  const Verdict refused = charge(&data_, "203.0.113.11");
  EXPECT_EQ(refused.refused_by, RefusedBy::ceiling);
  EXPECT_TRUE(refused.is_of_resource);
}

TEST_F(OwnLimitTest, LimitsNetworks) {
  int sum = 0;
  for (int subnet = 0; subnet < 9; ++subnet)
    sum += admitted(&data_, 30, "2001:db8:0:" + std::to_string(subnet) + "::1");
  EXPECT_EQ(sum, 120);
  EXPECT_EQ(charge(&data_, "2001:db8:0:9::1").refused_by, RefusedBy::network);
}

TEST_F(OwnLimitTest, IsMultipliedForWideNetworks) {
  policy_.wide_networks = {{base::Network::parse("198.51.100.0/24").value(), 3}};
  const Verdict verdict = charge(&papers_, "198.51.100.7");
  EXPECT_EQ(verdict.limit, 15);
  EXPECT_EQ(verdict.other.limit, 30);
}

TEST_F(OwnLimitTest, AppliesWithoutAGeneralOne) {
  policy_.requests = 0;
  policy_.ceiling = 1;
  const Verdict first = charge(&papers_);
  EXPECT_TRUE(first.is_of_resource);
  EXPECT_EQ(first.other.limit, 0);
  const Verdict failed = fail(&papers_);
  EXPECT_TRUE(failed.is_of_resource);
  EXPECT_EQ(failed.decision.remaining, 0);
  EXPECT_EQ(failed.other.limit, 0);
  EXPECT_EQ(admitted(&papers_, 9), 0);
  EXPECT_EQ(admitted(&papers_, 9, "203.0.113.8"), 5);
}

TEST_F(OwnLimitTest, HasItsDebtsByPathAndWindow) {
  EXPECT_EQ(admitted(&data_, 100), 30);
  const ResourceLimit same = ResourceLimit::of("/data/", 30, 120s);
  EXPECT_EQ(admitted(&same, 1), 0);
  const ResourceLimit other_path = ResourceLimit::of("/data2/", 30, 120s);
  EXPECT_EQ(admitted(&other_path, 1), 1);
  const ResourceLimit other_window = ResourceLimit::of("/data/", 30, 60s);
  EXPECT_EQ(admitted(&other_window, 1), 1);
}

TEST_F(OwnLimitTest, IsFoundByTheIndexOfItsResource) {
  policy_.resource_limits = {std::nullopt, data_};
  EXPECT_EQ(policy_.resource_limit_of(0), nullptr);
  ASSERT_NE(policy_.resource_limit_of(1), nullptr);
  EXPECT_EQ(policy_.resource_limit_of(1)->requests, 30);
  EXPECT_EQ(policy_.resource_limit_of(2), nullptr);
  EXPECT_EQ(policy_.resource_limit_of(SIZE_MAX), nullptr);
}

// --- A request that is charged to both, because its resource was not known at first ---

class BothLimitsTest : public OwnLimitTest {
 protected:
  Verdict charge_both(const ResourceLimit& own) {
    const Verdict general = charge(nullptr);
    EXPECT_TRUE(general.is_allowed());
    return limiter_.charge_resource_limit(policy_, client_of("203.0.113.7"), 1h, own, general);
  }
};

TEST_F(BothLimitsTest, AreChargedOnceEach) {
  const Verdict first = charge_both(papers_);
  EXPECT_TRUE(first.is_allowed());
  EXPECT_TRUE(first.was_charged_to_both);
  EXPECT_TRUE(first.is_of_resource) << "4 of 5 are left of it, 9 of 10 of the general budget";
  EXPECT_EQ(first.limit, 5);
  EXPECT_EQ(first.decision.remaining, 4);
  EXPECT_EQ(first.other.limit, 10);
  EXPECT_EQ(first.other.window, 60s);
  EXPECT_EQ(charge(nullptr).decision.remaining, 8);
  EXPECT_EQ(charge(&papers_).decision.remaining, 3);
}

TEST_F(BothLimitsTest, ReportTheGeneralBudgetIfLessIsLeftOfIt) {
  const Verdict first = charge_both(data_);
  EXPECT_FALSE(first.is_of_resource);
  EXPECT_TRUE(first.was_charged_to_both);
  EXPECT_EQ(first.limit, 10);
  EXPECT_EQ(first.window, 60s);
  EXPECT_EQ(first.decision.remaining, 9);
  EXPECT_EQ(first.other.limit, 30);
  EXPECT_EQ(first.other.window, 120s);
}

TEST_F(BothLimitsTest, RefuseARequestBeyondTheOwnBudget) {
  EXPECT_EQ(admitted(&papers_, 100), 5);
  const Verdict refused = charge_both(papers_);
  EXPECT_EQ(refused.refused_by, RefusedBy::address);
  EXPECT_TRUE(refused.is_of_resource);
  EXPECT_EQ(refused.limit, 5);
  EXPECT_EQ(refused.decision.retry_after, 12s);
  EXPECT_EQ(refused.other.limit, 10);
}

TEST_F(BothLimitsTest, ChargeAFailedAttemptFiveTimesInEach) {
  const Verdict verdict = charge_both(data_);
  const Verdict failed =
      limiter_.charge_failure(policy_, client_of("203.0.113.7"), 4, 1h, &data_, verdict.was_charged_to_both);
  EXPECT_EQ(failed.limit, 10);
  EXPECT_EQ(failed.decision.remaining, 5);
  EXPECT_EQ(admitted(&data_, 100), 25);
  EXPECT_EQ(admitted(nullptr, 100), 5);
}

TEST_F(BothLimitsTest, AreTheOwnOneAloneWithoutAGeneralOne) {
  policy_.requests = 0;
  const Verdict verdict = limiter_.charge_resource_limit(policy_, client_of("203.0.113.7"), 1h, papers_, std::nullopt);
  EXPECT_TRUE(verdict.is_allowed());
  EXPECT_TRUE(verdict.is_of_resource);
  EXPECT_FALSE(verdict.was_charged_to_both);
  EXPECT_EQ(verdict.decision.remaining, 4);
  EXPECT_EQ(verdict.other.limit, 0);
}

TEST_F(BothLimitsTest, ChargeTheCeilingOnce) {
  policy_.ceiling = 3;
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(charge_both(data_).is_allowed());
  EXPECT_EQ(charge(nullptr).refused_by, RefusedBy::ceiling);
}

}  // namespace
}  // namespace agent_access::limit
