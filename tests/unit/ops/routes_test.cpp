#include "ops/routes.hpp"

#include <gtest/gtest.h>

namespace agent_access::ops {
namespace {

TEST(RouteIndex, NamesComeBack) {
  for (const auto* name : {"register", "token", "profile", "unknown", "rejected"})
    EXPECT_EQ(route_name(route_index(name)), name);
}

TEST(RouteIndex, PutsAnyOtherTextTogether) {
  EXPECT_EQ(route_index("nonsense"), kRouteCount - 1);
  EXPECT_EQ(route_index(""), kRouteCount - 1);
  EXPECT_EQ(route_name(kRouteCount - 1), "other");
}

TEST(IsKnownRoute, IsFalseWhereThePathIsTheCallersText) {
  EXPECT_TRUE(is_known_route("profile"));
  EXPECT_FALSE(is_known_route("unknown"));
  EXPECT_FALSE(is_known_route("rejected"));
  EXPECT_FALSE(is_known_route("nonsense"));
}

TEST(StatusIndex, KnowsEachStatusThatIsSent) {
  for (const std::uint16_t status : std::initializer_list<std::uint16_t>{
           200, 201, 204, 304, 400, 401, 403, 404, 405, 408, 411, 413, 414, 415, 417, 421, 429, 431, 500, 503, 505}) {
    EXPECT_EQ(status_at(status_index(status)), status);
  }
  EXPECT_EQ(status_at(status_index(299)), 0);
}

}  // namespace
}  // namespace agent_access::ops
