// Which documents, pages and items are resources of MCP, and at which address.
#include "mcp/resources.hpp"

#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>
#include <string>
#include <vector>

namespace agent_access::mcp {
namespace {

namespace bj = boost::json;

constexpr std::string_view kBase = "https://example.com";
constexpr std::string_view kSiteJson = R"({"publications":[{"slug":"buoys","title":"Buoys","summary":"On buoys."}],
  "pages":[{"slug":"home","title":"Home","url":"https://example.com/"},
           {"slug":"cv","title":"CV","url":"https://example.com/cv","summary":"The CV."}]})";

publish::Catalogue site_with_two_pages() {
  documents::Rendered home{"/", "text/html; charset=utf-8", "<p>Home</p>"};
  home.markdown = "# Home\n";
  return publish::Catalogue::prepare({{{"/api/site.json", "application/json", std::string(kSiteJson)},
                                       {"/site.css", "text/css", "p{}"},
                                       {"/cv", "text/html; charset=utf-8", "<p>CV</p>"},
                                       home}});
}

std::vector<std::string> uris_of(const std::vector<Resources::Page>& pages) {
  std::vector<std::string> uris;
  for (const auto& page : pages) {
    for (const bj::value& entry : page.entries) uris.emplace_back(entry.at("uri").as_string());
  }
  return uris;
}

TEST(McpResourceAddresses, AreTheDocumentsForAgentsTheProfileAndTheItems) {
  const auto documents = site_with_two_pages();
  const Site site = Site::read(documents, 0, std::string(kBase));
  const Resources resources(documents, 0, site);
  EXPECT_EQ(uris_of(resources.pages()),
            (std::vector<std::string>{"https://example.com/", "https://example.com/api/site.json",
                                      "https://example.com/api/agent/full-profile", "content:///publications/buoys",
                                      "content:///pages/cv"}));
}

TEST(McpResourceAddresses, ListAPageThatHasNoMarkdownAsItem) {
  const auto documents = site_with_two_pages();
  const Site site = Site::read(documents, 0, std::string(kBase));
  const Resources resources(documents, 0, site);
  const bj::array entries = resources.pages().front().entries;
  EXPECT_EQ(entries.front(), (bj::object{{"uri", "https://example.com/"},
                                         {"name", "home"},
                                         {"title", "Home"},
                                         {"mimeType", "text/markdown"},
                                         {"size", 7}}))
      << bj::serialize(entries.front());
  EXPECT_EQ(entries.back(), (bj::object{{"uri", "content:///pages/cv"},
                                        {"name", "cv"},
                                        {"title", "CV"},
                                        {"description", "The CV."},
                                        {"mimeType", "application/json"}}))
      << bj::serialize(entries.back());
}

TEST(McpResourceAddresses, FindEveryItemByItsAddress) {
  const auto documents = site_with_two_pages();
  const Site site = Site::read(documents, 0, std::string(kBase));
  const Resources resources(documents, 0, site);
  for (const auto* uri : {"content:///publications/buoys", "content:///pages/home", "content:///pages/cv"}) {
    EXPECT_NE(resources.find_item(uri), nullptr) << uri;
  }
  for (const auto* uri : {"", "content:///pages/", "content:///pages/buoys", "https://example.com/cv"}) {
    EXPECT_EQ(resources.find_item(uri), nullptr) << uri;
  }
}

TEST(McpResourceAddresses, KnowTheCursorsOfTheirPagesOnly) {
  const auto documents = site_with_two_pages();
  const Site site = Site::read(documents, 0, std::string(kBase));
  const Resources resources(documents, 0, site);
  EXPECT_TRUE(resources.pages().front().next_cursor.empty());
  for (const auto* cursor : {"", "0", "1", "100", "-100", "x", "99999999999999999999"}) {
    EXPECT_FALSE(resources.page_at(cursor).has_value()) << cursor;
  }
}

}  // namespace
}  // namespace agent_access::mcp
