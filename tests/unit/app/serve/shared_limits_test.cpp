#include "app/serve/shared_limits.hpp"

#include <gtest/gtest.h>

namespace agent_access::app {
namespace {

using namespace std::chrono_literals;

TEST(LongestDebt, IsOfTheLongestWindow) {
  limit::Policy policy;
  policy.window = 60s;
  EXPECT_EQ(longest_debt(policy), 480s);
  policy.resource_limits = {std::nullopt, limit::ResourceLimit::of("/data/", 1, 30s)};
  EXPECT_EQ(longest_debt(policy), 480s);
  policy.resource_limits[0] = limit::ResourceLimit::of("/api/agent/papers/", 1, 1h);
  EXPECT_EQ(longest_debt(policy), 8h);
  policy.window = 48h;
  EXPECT_EQ(longest_debt(policy), 8 * 24h) << "no window counts for more than a day";
}

}  // namespace
}  // namespace agent_access::app
