#include "json/place.hpp"

#include <gtest/gtest.h>

namespace agent_access::json {
namespace {

TEST(Place, IsWrittenWithDotsAndIndexes) {
  EXPECT_EQ(place_of_member("", "a"), "a");
  EXPECT_EQ(place_of_member(place_of_item("a", 0), "b"), "a[0].b");
  EXPECT_EQ(place_of_item(place_of_member("a[1]", "0"), 0), "a[1].0[0]");
  EXPECT_EQ(place_of_member(place_of_member("", "x y"), "q\"\n"), "[\"x y\"][\"q??\"]");
  EXPECT_EQ(place_of_member("[\"x y\"]", "c~/"), "[\"x y\"][\"c~/\"]");
}

}  // namespace
}  // namespace agent_access::json
