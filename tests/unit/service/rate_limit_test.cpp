// The limit as time passes. What a client sees at one time is in tests/conformance/limits.test.mjs.
#include "service/rate_limit.hpp"

#include <gtest/gtest.h>

#include <string>

#include "unit/service/service_fixture.hpp"

namespace agent_access::test {
namespace {

using namespace std::chrono_literals;

/// Ten requests a minute, one each six seconds.
limit::Policy example_policy() { return {.requests = 10, .window = 60s}; }

class RateLimitTest : public ServiceTest {
 protected:
  RateLimitTest() { adopt(example_policy()); }
  void adopt(const limit::Policy& policy) { change_to({.limits = policy}); }
  void use_up() {
    for (int i = 0; i < 10; ++i) EXPECT_NE(get("/api/site.json").status, 429);
  }
  static void expect_fields(const Answer& answer, const std::string& remaining, const std::string& reset) {
    EXPECT_EQ(answer.field("RateLimit-Limit"), "10");
    EXPECT_EQ(answer.field("RateLimit-Remaining"), remaining);
    EXPECT_EQ(answer.field("RateLimit-Reset"), reset);
    EXPECT_EQ(answer.field("RateLimit-Policy"), "\"default\";q=10;w=60");
    EXPECT_EQ(answer.field("RateLimit"), "\"default\";r=" + remaining + ";t=" + reset);
  }
};

TEST_F(RateLimitTest, ServesAClientAfterRetryAfter) {
  use_up();
  monotonic_.advance(500ms);
  EXPECT_EQ(get("/api/site.json").field("Retry-After"), "6");
  monotonic_.advance(5400ms);
  EXPECT_EQ(get("/api/site.json").field("Retry-After"), "1");
  monotonic_.advance(100ms);
  expect_fields(get("/api/site.json"), "0", "60");
}

TEST_F(RateLimitTest, ChargesAFailureBeyondTheBudget) {
  for (int i = 0; i < 9; ++i) EXPECT_EQ(get("/api/site.json").status, 200);
  expect_fields(profile("not.a.token"), "0", "84");
  EXPECT_EQ(get("/api/site.json").field("Retry-After"), "30");
}

TEST_F(RateLimitTest, AppliesTheLimitsOfANewSnapshot) {
  limit::Policy policy = example_policy();
  policy.requests = 20;
  expect_fields(get("/api/site.json"), "9", "6");
  adopt(policy);
  // The debt is six seconds of sixty; the request adds three.
  EXPECT_EQ(get("/api/site.json").field("RateLimit"), "\"default\";r=17;t=9");
}

}  // namespace
}  // namespace agent_access::test
