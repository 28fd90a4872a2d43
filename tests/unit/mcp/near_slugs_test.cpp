// Which slugs are suggested for one that does not exist.
#include "mcp/site.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

namespace agent_access::mcp {
namespace {

std::string near(std::initializer_list<std::string_view> slugs, std::string_view wanted) {
  boost::json::array items;
  for (const std::string_view slug : slugs) items.emplace_back(boost::json::object{{"slug", slug}});
  return near_slugs(items, wanted);
}

TEST(McpNearSlugs, AreTheMostSimilarFirst) {
  EXPECT_EQ(near({"tides", "old-tides", "harbour"}, "old-tide"), "old-tides");
  EXPECT_EQ(near({"new-tides", "old-tides"}, "old-tidess"), "old-tides, new-tides");
}

TEST(McpNearSlugs, ShareThreeTenthsOfTheirPairs) {
  EXPECT_EQ(near({"abcd"}, "abcx"), "abcd") << "two of six pairs";
  EXPECT_EQ(near({"abcd"}, "abx"), "") << "one of six";
  EXPECT_EQ(near({}, "abcd"), "");
}

TEST(McpNearSlugs, AreThreeAtMostAndKeepTheirOrderIfTheyAreEqual) {
  EXPECT_EQ(near({"tides-4", "tides-1", "tides-3", "tides-2"}, "tides-9"), "tides-4, tides-1, tides-3");
}

TEST(McpNearSlugs, AreComparedWithoutCaseAndAccents) {
  EXPECT_EQ(near({"old-tides"}, "OLD-TÍDES"), "old-tides");
  EXPECT_EQ(near({"漢字-🙂", "other"}, "漢字-🙃"), "漢字-🙂");
}

TEST(McpNearSlugs, AreNoneForItemsAndTextsWithoutLetters) {
  EXPECT_EQ(near_slugs({{{"title", "without slug"}}}, "old-tides"), "");
  EXPECT_EQ(near({""}, "\u0301"), "") << "a mark alone is no letter";
}

TEST(McpNearSlugs, AreFoundAmongThousandsThatAreAlike) {
  boost::json::array items;
  for (int number = 0; number < 10'000; ++number) {
    items.emplace_back(boost::json::object{{"slug", "paper-about-clocks-" + std::to_string(number)}});
  }
  items.emplace_back(boost::json::object{{"slug", "paper-about-clocks-and-tides"}});
  EXPECT_TRUE(near_slugs(items, "paper-about-clocks-and-tide").starts_with("paper-about-clocks-and-tides, "));
  EXPECT_EQ(near_slugs(items, "paper-about-clocks-x"),
            "paper-about-clocks-0, paper-about-clocks-1, paper-about-clocks-2");
}

}  // namespace
}  // namespace agent_access::mcp
