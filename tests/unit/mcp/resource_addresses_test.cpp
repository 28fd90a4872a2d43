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
  return publish::Catalogue({{"/api/site.json", "application/json", std::string(kSiteJson)},
                             {"/site.css", "text/css", "p{}"},
                             {"/cv", "text/html; charset=utf-8", "<p>CV</p>"},
                             home});
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
  const Site site = Site::read(documents, std::string(kBase));
  const Resources resources(documents, site);
  EXPECT_EQ(uris_of(resources.pages()),
            (std::vector<std::string>{"https://example.com/", "https://example.com/api/site.json",
                                      "https://example.com/api/agent/full-profile", "content:///publications/buoys",
                                      "content:///pages/cv"}));
}

TEST(McpResourceAddresses, ListAPageThatHasNoMarkdownAsItem) {
  const auto documents = site_with_two_pages();
  const Site site = Site::read(documents, std::string(kBase));
  const Resources resources(documents, site);
  const bj::array entries = resources.pages().front().entries;
  EXPECT_EQ(entries.front(), (bj::object{{"uri", "https://example.com/"},
                                         {"name", "home"},
                                         {"title", "Home"},
                                         {"description", "A page of the site."},
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

TEST(McpResourceAddresses, ListAPageOnceAndReadItsMarkdownFormAtBothAddresses) {
  documents::Rendered home{"/", "text/html; charset=utf-8", "<p>Home</p>"};
  home.markdown = "# Home\n";
  documents::Rendered buoys{"/publications/buoys", "text/html; charset=utf-8", "<p>Buoys</p>"};
  buoys.markdown = "# Buoys\n";
  const std::string item =
      R"({"publications":[{"slug":"buoys","title":"Buoys","page":"https://example.com/publications/buoys"}]})";
  const auto documents = publish::Catalogue({{"/api/site.json", "application/json", item},
                                             {"/index.md", "text/markdown; charset=utf-8", "# Home\n"},
                                             {"/publications/buoys.md", "text/markdown; charset=utf-8", "# Buoys\n"},
                                             {"/auth.md", "text/markdown; charset=utf-8", "# auth.md\n"},
                                             home,
                                             buoys});
  const Site site = Site::read(documents, std::string(kBase));
  const Resources resources(documents, site);
  EXPECT_EQ(uris_of(resources.pages()),
            (std::vector<std::string>{"https://example.com/", "https://example.com/api/site.json",
                                      "https://example.com/publications/buoys",
                                      "https://example.com/api/agent/full-profile", "content:///publications/buoys"}));
  EXPECT_EQ(resources.pages().front().entries.at(2).at("title"), "Buoys") << "the title of the item";
  std::vector<std::string> readable;
  for (const auto& [uri, contents] : resources.documents()) readable.push_back(uri.substr(kBase.size()));
  EXPECT_EQ(readable, (std::vector<std::string>{"/", "/api/site.json", "/index.md", "/publications/buoys",
                                                "/publications/buoys.md"}));
}

}  // namespace
}  // namespace agent_access::mcp
