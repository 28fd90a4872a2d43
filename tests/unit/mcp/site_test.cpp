// What the tools read of the published documents.
#include "mcp/site.hpp"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>

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

}  // namespace
}  // namespace agent_access::mcp
