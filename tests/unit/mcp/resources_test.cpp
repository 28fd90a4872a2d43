// Pages of lists, addresses of items, and what is kept of texts. What a client reads is in
// tests/conformance/mcp_results.test.mjs.
#include "mcp/resources.hpp"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <string>
#include <vector>

#include "unit/mcp/small_site.hpp"

namespace agent_access::mcp {
namespace {

namespace bj = boost::json;

/// The resources of a site, with what they refer to.
struct Listed {
  explicit Listed(std::string_view text = kSmallSite)
      : documents(small_catalogue(text)), site(Site::read(documents, std::string(kSmallUrl))) {}
  publish::Catalogue documents;
  Site site;
  Resources resources{documents, site};
};

std::string site_with_projects(int count) {
  std::string text = R"({"projects": [)";
  for (int number = 0; number < count; ++number) {
    text += std::string(number == 0 ? "" : ",") + R"({"slug": "p)" + std::to_string(number) + "\"}";
  }
  return text + "]}";
}

TEST(McpResources, EscapeSlugsInAddresses) {
  const Listed listed(R"({"projects": [{"slug": "a b/ä~"}, {"slug": ""}, {"title": "none"}]})");
  ASSERT_NE(listed.resources.find_item("content:///projects/a%20b%2F%C3%A4~"), nullptr);
  EXPECT_EQ(listed.resources.find_item("content:///projects/a%20b%2F%C3%A4~")->slug, "a b/ä~");
  EXPECT_EQ(listed.resources.find_item("content:///projects/a b/ä~"), nullptr);
  EXPECT_EQ(listed.resources.find_item("content:///projects/"), nullptr);
}

TEST(McpResources, AreListedInPagesOfAHundred) {
  // With the four documents and the profile: 100, 100 and 1.
  Listed listed(site_with_projects(196));
  const auto pages = listed.resources.take_pages();
  ASSERT_EQ(pages.size(), 3U);
  EXPECT_EQ(pages[0].entries.size(), 100U);
  EXPECT_EQ(pages[0].next_cursor, "100");
  EXPECT_EQ(pages[1].entries.size(), 100U);
  EXPECT_EQ(pages[1].next_cursor, "200");
  EXPECT_EQ(pages[2].next_cursor, "");
  EXPECT_EQ(bj::serialize(pages[2].entries),
            R"([{"uri":"content:///projects/p195","name":"p195","title":"Project",)"
            R"("description":"A project of the site.","mimeType":"application/json"}])");
  EXPECT_EQ(Listed(site_with_projects(195)).resources.take_pages().size(), 2U) << "no empty page at the end";
}

TEST(McpResources, KeepWhatRequestsNeedAfterTheirPagesAreTaken) {
  Listed listed(site_with_projects(196));
  ASSERT_EQ(listed.resources.take_pages().size(), 3U);
  EXPECT_TRUE(listed.resources.take_pages().empty());
  EXPECT_EQ(listed.resources.page_at("200"), 2U);
  EXPECT_EQ(listed.resources.page_at("300"), std::nullopt);
  ASSERT_NE(listed.resources.find_item("content:///projects/p195"), nullptr);
  EXPECT_EQ(listed.resources.find_item("content:///projects/p195")->slug, "p195");
  EXPECT_EQ(listed.resources.profile_uri(), "https://example.com/api/agent/full-profile");
}

std::vector<std::string> uris_of(const std::vector<Resources::Page>& pages) {
  std::vector<std::string> uris;
  for (const auto& page : pages) {
    for (const bj::value& entry : page.entries) uris.emplace_back(entry.at("uri").as_string());
  }
  return uris;
}

TEST(McpResources, ListAPageOnceAndReadItsMarkdownFormAtBothAddresses) {
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
  const Site site = Site::read(documents, std::string(kSmallUrl));
  Resources resources(documents, site);
  const auto pages = resources.take_pages();
  EXPECT_EQ(uris_of(pages),
            (std::vector<std::string>{"https://example.com/", "https://example.com/api/site.json",
                                      "https://example.com/publications/buoys",
                                      "https://example.com/api/agent/full-profile", "content:///publications/buoys"}));
  EXPECT_EQ(pages.front().entries.at(2).at("title"), "Buoys") << "the title of the item";
  const auto read = [&](std::string_view path) {
    const auto* const document = resources.find_document(std::string(kSmallUrl).append(path));
    return document == nullptr ? std::string_view("none") : document->bytes;
  };
  EXPECT_EQ(read("/"), "# Home\n");
  EXPECT_EQ(read("/index.md"), "# Home\n");
  EXPECT_EQ(read("/publications/buoys"), "# Buoys\n");
  EXPECT_EQ(read("/publications/buoys.md"), "# Buoys\n");
  EXPECT_EQ(read("/api/site.json"), item);
  EXPECT_EQ(read("/auth.md"), "none") << "no content of the site";
}

}  // namespace
}  // namespace agent_access::mcp
