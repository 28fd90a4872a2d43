// What the tools read of documents of another form, and of thousands of items.
#include "mcp/site.hpp"

#include <gtest/gtest.h>

#include <boost/json/array.hpp>
#include <string>

#include "unit/mcp/small_site.hpp"

namespace agent_access::mcp {
namespace {

TEST(McpSite, IsEmptyForDocumentsOfAnotherForm) {
  for (const auto* text : {"", "not JSON", "[]", "{}", R"({"publications": {}, "pages": "x", "contact": []})"}) {
    const Site site = Site::read(small_catalogue(text, text), std::string(kSmallUrl));
    for (const auto* collection : {"publications", "projects", "pages"}) {
      EXPECT_TRUE(site.items(collection).empty()) << text;
    }
    EXPECT_TRUE(site.data.at("contact").as_object().empty()) << text;
    EXPECT_TRUE(site.items("faqs").empty()) << text;
  }
  const Site none = Site::read(publish::Catalogue({}), std::string(kSmallUrl));
  EXPECT_TRUE(none.items("pages").empty());
}

TEST(McpNearSlugs, AreNoneForItemsAndTextsWithoutLetters) {
  EXPECT_EQ(near_slugs({{{"title", "without slug"}}}, "old-tides"), "");
  EXPECT_EQ(near_slugs({{{"slug", ""}}}, "\u0301"), "") << "a mark alone is no letter";
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
