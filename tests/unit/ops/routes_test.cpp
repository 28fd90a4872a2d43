#include "ops/routes.hpp"

#include <gtest/gtest.h>

#include <string_view>
#include <utility>
#include <vector>

namespace agent_access::ops {
namespace {

TEST(RouteName, IsOneOfAFixedSet) {
  using enum publish::Route;
  const std::vector<std::pair<publish::Route, std::string_view>> rows = {{profile, "profile"},
                                                                         {token, "token"},
                                                                         {registration, "register"},
                                                                         {authorization, "authorize"},
                                                                         {jwks, "jwks"},
                                                                         {metadata, "metadata"},
                                                                         {discovery, "discovery"},
                                                                         {home, "home"},
                                                                         {page, "page"},
                                                                         {file, "file"},
                                                                         {unknown, "unknown"},
                                                                         {rejected, "rejected"},
                                                                         {mcp, "mcp"},
                                                                         {document, "document"},
                                                                         {gate, "gate"}};
  EXPECT_EQ(rows.size(), kRouteCount);
  for (const auto& [route, name] : rows) EXPECT_EQ(route_name(route), name);
}

TEST(IsKnownRoute, IsFalseForPathsThatTheCallerChose) {
  EXPECT_TRUE(is_known_route(publish::Route::profile));
  EXPECT_FALSE(is_known_route(publish::Route::unknown));
  EXPECT_FALSE(is_known_route(publish::Route::rejected));
}

TEST(StatusIndex, IsDefinedForEachStatusThatIsSent) {
  for (const std::uint16_t status :
       std::initializer_list<std::uint16_t>{200, 201, 202, 204, 206, 304, 400, 401, 403, 404, 405, 406, 408,
                                            411, 413, 414, 415, 416, 417, 421, 429, 431, 500, 503, 505}) {
    EXPECT_EQ(status_at(status_index(status)), status);
  }
  EXPECT_EQ(status_at(status_index(299)), 0);
}

}  // namespace
}  // namespace agent_access::ops
