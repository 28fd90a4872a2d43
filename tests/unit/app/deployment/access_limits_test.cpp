#include "app/deployment/access/access_limits.hpp"

#include <gtest/gtest.h>

namespace agent_access::app {
namespace {

using namespace std::chrono_literals;

content::Access declared() {
  content::Access access;
  access.documents = {{.path = "/api/agent/one.json", .source = "one.json", .title = "One", .description = "One."}};
  access.gates = {{.prefix = "/free/", .title = "Free", .description = "Free."},
                  {.prefix = "/data/", .title = "Data", .description = "Data."}};
  return access;
}

TEST(MakeOwnLimits, HasTheIndexOfEachDocumentAndGate) {
  content::Access access = declared();
  access.documents[0].limit = content::ResourceLimit{6000, 1min};
  access.gates[1].limit = content::ResourceLimit{5, 24h};
  const auto limits = make_own_limits(access);
  ASSERT_EQ(limits.size(), 3U);
  ASSERT_TRUE(limits[0]);
  EXPECT_EQ(limits[0]->name, limit::ResourceLimit::of("/api/agent/one.json", 1, 1s).name);
  EXPECT_EQ(limits[0]->requests, 6000);
  EXPECT_EQ(limits[0]->window, 1min);
  EXPECT_FALSE(limits[1]);
  ASSERT_TRUE(limits[2]);
  EXPECT_EQ(limits[2]->name, limit::ResourceLimit::of("/data/", 1, 1s).name);
  EXPECT_EQ(limits[2]->requests, 5);
  EXPECT_EQ(limits[2]->window, 24h);
}

TEST(MakeOwnLimits, IsEmptyWithoutSuchLimits) {
  EXPECT_TRUE(make_own_limits({}).empty());
  EXPECT_TRUE(make_own_limits(declared()).empty());
}

}  // namespace
}  // namespace agent_access::app
