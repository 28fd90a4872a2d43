// What a search of the site finds, and the members of its results.
#include "mcp/search.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace agent_access::mcp {
namespace {

namespace bj = boost::json;

std::vector<std::string> titles_found(std::string_view site_json, std::string_view query) {
  const auto documents = publish::Catalogue({{"/api/site.json", "application/json", std::string(site_json)}});
  const Site site = Site::read(documents, "https://example.com");
  const auto found = SiteSearch(site).content(query, 50);
  std::vector<std::string> titles;
  if (!found) return {found.error()};
  for (const bj::value& result : found->at("results").as_array()) {
    const bj::value* const title = result.as_object().if_contains("title");
    titles.push_back(title == nullptr ? "(no title)" : std::string(title->as_string()));
  }
  return titles;
}

TEST(McpSiteSearch, JoinsTheTitleOfAnEntryOfTheCvFromThePartsThatItHas) {
  EXPECT_EQ(titles_found(R"({"cv":{"positions":[{"title":"Clock keeper","organisation":"Harbour"}]}})", "harbour"),
            std::vector<std::string>{"Clock keeper, Harbour"});
  EXPECT_EQ(titles_found(R"({"cv":{"positions":[{"organisation":"Harbour"}]}})", "harbour"),
            std::vector<std::string>{"Harbour"});
  EXPECT_EQ(titles_found(R"({"cv":{"education":[{"degree":"Optics"}]}})", "optics"),
            std::vector<std::string>{"Optics"});
  EXPECT_EQ(titles_found(R"({"cv":{"skills":[{"items":["optics"]}]}})", "optics"), std::vector<std::string>{""});
}

TEST(McpSiteSearch, FindsAnItemWithoutATitle) {
  EXPECT_EQ(titles_found(R"({"publications":[{"slug":"a","summary":"On buoys"}]})", "buoys"),
            std::vector<std::string>{"(no title)"});
}

}  // namespace
}  // namespace agent_access::mcp
