// Which of its budgets is reported to a client, and which are charged.
#include <gtest/gtest.h>

#include <string>

#include "limit/rate_limiter.hpp"

namespace agent_access::limit {
namespace {

using namespace std::chrono_literals;

class BudgetsTest : public testing::Test {
 protected:
  BudgetsTest() {
    policy_.requests = 10;
    policy_.window = 60s;
  }
  Verdict charge(std::string_view client) {
    return limiter_.charge(policy_, base::IpAddress::parse(client).value(), 1h);
  }
  int admitted(std::string_view client, int count) {
    int sum = 0;
    for (int i = 0; i < count; ++i) sum += charge(client).is_allowed() ? 1 : 0;
    return sum;
  }

  Policy policy_;
  RateLimiter limiter_{HashKey{std::byte{5}}, 1024};
};

TEST_F(BudgetsTest, AreNoneForTheNetworksOfAnIPv4Address) {
  for (int host = 1; host < 100; ++host) EXPECT_EQ(admitted("203.0.113." + std::to_string(host), 11), 10) << host;
}

TEST_F(BudgetsTest, ReportTheOneWithTheLeastRemaining) {
  EXPECT_EQ(charge("2001:db8::1").decision.remaining, 9);
  for (const char* const other : {"2001:db8:0:1::1", "2001:db8:0:2::1", "2001:db8:0:3::1"}) admitted(other, 10);
  // 31 of 40 are used in the /56, 1 of 10 in the /64.
  EXPECT_EQ(charge("2001:db8::1").decision.remaining, 8);
  EXPECT_EQ(charge("2001:db8:0:4::1").decision.remaining, 7);
}

TEST_F(BudgetsTest, ReportTheLongestResetIfRemainingIsEqual) {
  for (const char* const other : {"2001:db8:0:1::1", "2001:db8:0:2::1", "2001:db8:0:3::1"}) admitted(other, 10);
  const Verdict verdict = charge("2001:db8::1");
  // 9 remain in the /64, which is full again after 6 s, and 9 in the /56, which has a debt of 31 requests of 1.5 s.
  EXPECT_EQ(verdict.decision.remaining, 9);
  EXPECT_EQ(verdict.decision.reset, 46'500ms);
}

TEST_F(BudgetsTest, ReportTheLongestWaitIfSeveralRefuse) {
  for (const char* const client : {"2001:db8::1", "2001:db8:0:1::1", "2001:db8:0:2::1", "2001:db8:0:3::1"}) {
    EXPECT_EQ(admitted(client, 10), 10);
  }
  const Verdict refused = charge("2001:db8::1");
  EXPECT_EQ(refused.refused_by, RefusedBy::address);
  EXPECT_EQ(refused.decision.retry_after, 6s) << "not the 1.5 s of the /56";
}

TEST_F(BudgetsTest, DoNotReportTheCeilingBeforeItRefuses) {
  policy_.ceiling = 12;
  EXPECT_EQ(admitted("203.0.113.1", 10), 10);
  EXPECT_EQ(charge("203.0.113.2").decision.remaining, 9);
}

TEST_F(BudgetsTest, LimitWindowsThatAreShorterThanTheirRequests) {
  policy_.window = 5ns;
  EXPECT_EQ(admitted("203.0.113.7", 20), 10);
}

TEST_F(BudgetsTest, ReportAFailedAttemptAsAllowed) {
  const auto client = base::IpAddress::parse("203.0.113.7").value();
  static_cast<void>(limiter_.charge_failure(policy_, client, 10, 1h));
  const Verdict beyond = limiter_.charge_failure(policy_, client, 4, 1h);
  EXPECT_TRUE(beyond.is_allowed());
  EXPECT_TRUE(beyond.decision.is_allowed);
  EXPECT_EQ(beyond.decision.retry_after, 0s);
  EXPECT_EQ(beyond.decision.reset, 84s);
}

}  // namespace
}  // namespace agent_access::limit
