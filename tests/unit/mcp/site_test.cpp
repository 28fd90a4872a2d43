// What the tools read of the published documents.
#include "mcp/site.hpp"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <initializer_list>
#include <string>

#include "unit/mcp/small_site.hpp"

namespace agent_access::mcp {
namespace {

namespace bj = boost::json;

Site read(std::string_view site = kSmallSite, std::string_view faq = kSmallFaq) {
  return Site::read(small_catalogue(site, faq), std::string(kSmallUrl));
}

TEST(McpSite, IsThatOfTheDocuments) {
  const Site site = read();
  EXPECT_EQ(site.base_url, "https://example.com");
  EXPECT_EQ(site.data.at("title"), "Robin Example");
  EXPECT_EQ(site.items("publications").size(), 2U);
  EXPECT_EQ(site.items("pages").size(), 2U);
  EXPECT_EQ(site.questions, bj::parse(kSmallFaq).at("faqs").as_array());
}

TEST(McpSite, FindsItemsByCollectionAndSlug) {
  const Site site = read();
  EXPECT_EQ(site.find("publications", "new-tides")->at("title"), "New tides");
  EXPECT_EQ(site.find("projects", "new-tides"), nullptr);
  EXPECT_EQ(site.find("publications", "New-tides"), nullptr);
  EXPECT_EQ(site.find("cv", "summary"), nullptr);
}

TEST(McpSite, FindsTheFirstOfTwoItemsWithOneSlug) {
  const Site site = read(R"({"projects": [7, {"slug": "a", "title": "first"}, {"slug": "a", "title": "second"}]})");
  EXPECT_EQ(site.items("projects").size(), 2U) << "only objects are items";
  EXPECT_EQ(site.find("projects", "a")->at("title"), "first");
}

TEST(McpSite, IsEmptyForDocumentsOfAnotherForm) {
  for (const auto* text : {"", "not JSON", "[]", "{}", R"({"publications": {}, "pages": "x", "contact": []})"}) {
    const Site site = read(text, text);
    for (const auto* collection : {"publications", "projects", "pages"}) {
      EXPECT_TRUE(site.items(collection).empty()) << text;
    }
    EXPECT_TRUE(site.data.at("contact").as_object().empty()) << text;
    EXPECT_TRUE(site.questions.empty()) << text;
  }
  const Site none = Site::read(publish::Catalogue({}), std::string(kSmallUrl));
  EXPECT_TRUE(none.items("pages").empty());
}

TEST(McpSite, HasAddressesOfPagesOrElseThoseOfDocuments) {
  const Site site = read();
  EXPECT_EQ(site.page_url("cv", "/api/site.json"), "https://example.com/cv");
  EXPECT_EQ(site.page_url("contact", "/api/site.json"), "https://example.com/api/site.json");
}

TEST(McpSite, HasTheAddressOfAnItemsPageOrItsOwnLink) {
  const auto url = [](std::string_view item) { return url_of(bj::parse(item).as_object()); };
  EXPECT_EQ(url(R"({"url": "https://a.example/", "page": "https://example.com/a"})"), "https://example.com/a");
  EXPECT_EQ(url(R"({"url": "https://a.example/", "page": null})"), "https://a.example/");
  EXPECT_EQ(url("{}"), nullptr);
}

TEST(McpSite, HasMembersOrNothing) {
  const bj::object object = bj::parse(R"({"number": 1})").as_object();
  EXPECT_EQ(member(object, "number"), 1);
  EXPECT_EQ(member(object, "other"), nullptr);
}

// Which slugs are suggested for one that does not exist.

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
