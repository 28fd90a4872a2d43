// Which resources a small site has, and how they are listed.
#include "mcp/resources.hpp"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <map>
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

TEST(McpResources, AreDocumentsPagesTheProfileAndItems) {
  const Listed listed;
  const auto pages = listed.resources.pages();
  ASSERT_EQ(pages.size(), 1U);
  EXPECT_EQ(pages[0].next_cursor, "");
  EXPECT_EQ(
      bj::serialize(pages[0].entries),
      R"([{"uri":"https://example.com/","name":"home","title":"Home","description":"A page of the site.",)"
      R"("mimeType":"text/markdown","size":6},)"
      R"({"uri":"https://example.com/ai/faq.json","name":"ai/faq.json","title":"Questions and answers",)"
      R"("description":"What visitors and agents ask most.","mimeType":"application/json","size":145},)"
      R"({"uri":"https://example.com/api/site.json","name":"api/site.json","title":"Public data of the site",)"
      R"("description":"The owner, publications, projects and public CV.","mimeType":"application/json","size":966},)"
      R"({"uri":"https://example.com/llms.txt","name":"llms.txt","title":"Overview for language models",)"
      R"("description":"The site in short, with links (llmstxt.org).","mimeType":"text/plain","size":10},)"
      R"({"uri":"https://example.com/api/agent/full-profile","name":"api/agent/full-profile",)"
      R"("title":"Extended profile","description":"Needs an access token with the scope read:extended.",)"
      R"("mimeType":"application/json"},)"
      R"({"uri":"content:///publications/old-tides","name":"old-tides","title":"Old tides",)"
      R"("description":"Early work.","mimeType":"application/json"},)"
      R"({"uri":"content:///publications/new-tides","name":"new-tides","title":"New tides",)"
      R"("description":"What the sea does.","mimeType":"application/json"},)"
      R"({"uri":"content:///projects/tide-table","name":"tide-table","title":"Tide table",)"
      R"("description":"A project of the site.","mimeType":"application/json"},)"
      R"({"uri":"content:///pages/cv","name":"cv","title":"CV",)"
      R"("description":"A page of the site.","mimeType":"application/json"}])");
}

TEST(McpResources, ListGatedDocumentsWithWhatTheyNeed) {
  const content::GatedDocument file{"/api/agent/report.pdf", "Report", "Tides.", "application/pdf"};
  const content::GatedDocument data{"/api/agent/data", "Data", "", "text/csv; charset=utf-8"};
  const content::Gate gate{"/data/", "Data", ""};
  const std::vector<documents::GatedResource> gated = {
      {file.path, file.title, file.description, "read:extended", &file, nullptr},
      {data.path, data.title, data.description, "read:data", &data, nullptr},
      {gate.prefix, gate.title, gate.description, "read:data", nullptr, &gate}};
  const Listed listed;
  const Resources resources(listed.documents, listed.site, gated);
  const auto entries = resources.pages().front().entries;
  ASSERT_EQ(entries.size(), listed.resources.pages().front().entries.size() + 2);
  EXPECT_EQ(bj::serialize(entries[5]),
            R"({"uri":"https://example.com/api/agent/report.pdf","name":"api/agent/report.pdf","title":"Report",)"
            R"("description":"Tides. Needs an access token with the scope read:extended. Files of more than 1 MiB are )"
            R"(read over HTTP.","mimeType":"application/pdf"})");
  EXPECT_EQ(entries[6].at("uri"), "https://example.com/api/agent/data");
  EXPECT_EQ(entries[6].at("mimeType"), "text/csv");
  EXPECT_TRUE(resources.is_gated("https://example.com/api/agent/report.pdf"));
  EXPECT_TRUE(resources.has_gated());
  EXPECT_FALSE(listed.resources.has_gated());
  EXPECT_FALSE(resources.is_gated("https://example.com/api/agent/report.pdf/"));
  EXPECT_FALSE(resources.is_gated("https://www.example.com/api/agent/report.pdf"));
  EXPECT_FALSE(resources.is_gated("https://example.com/?https://example.com/api/agent/report.pdf"));
  EXPECT_FALSE(resources.is_gated("https://example.com/data/"));
}

TEST(McpResources, HaveTheTextOfDocumentsAndTheMarkdownOfPages) {
  std::map<std::string, std::string> texts;
  const Listed listed;
  for (const auto& [uri, contents] : listed.resources.documents()) texts.emplace(uri, bj::serialize(contents));
  ASSERT_EQ(texts.size(), 4U);
  EXPECT_EQ(texts.at("https://example.com/"),
            R"({"uri":"https://example.com/","mimeType":"text/markdown","text":"# Home"})");
  EXPECT_EQ(texts.at("https://example.com/llms.txt"),
            R"({"uri":"https://example.com/llms.txt","mimeType":"text/plain","text":"# \"Robin\"\n"})");
  EXPECT_TRUE(texts.contains("https://example.com/api/site.json"));
  EXPECT_TRUE(texts.contains("https://example.com/ai/faq.json"));
}

TEST(McpResources, HaveItemsOfAllCollectionsByTheirAddress) {
  const Listed listed;
  const ItemPlace* const place = listed.resources.find_item("content:///pages/cv");
  ASSERT_NE(place, nullptr);
  EXPECT_EQ(place->collection, "pages");
  EXPECT_EQ(place->slug, "cv");
  for (const auto* uri : {"content:///pages/other", "content:///pages/", "content://pages/cv", "pages/cv", ""}) {
    EXPECT_EQ(listed.resources.find_item(uri), nullptr) << uri;
  }
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
  const Listed listed(site_with_projects(196));
  const auto pages = listed.resources.pages();
  ASSERT_EQ(pages.size(), 3U);
  EXPECT_EQ(pages[0].entries.size(), 100U);
  EXPECT_EQ(pages[0].next_cursor, "100");
  EXPECT_EQ(pages[1].entries.size(), 100U);
  EXPECT_EQ(pages[1].next_cursor, "200");
  EXPECT_EQ(pages[2].next_cursor, "");
  EXPECT_EQ(bj::serialize(pages[2].entries),
            R"([{"uri":"content:///projects/p195","name":"p195","title":"Project",)"
            R"("description":"A project of the site.","mimeType":"application/json"}])");
  EXPECT_EQ(Listed(site_with_projects(195)).resources.pages().size(), 2U) << "no empty page at the end";
}

TEST(McpResources, HaveCursorsOfTheirPagesOnly) {
  const Listed listed(site_with_projects(196));
  EXPECT_EQ(listed.resources.page_at("100"), 1U);
  EXPECT_EQ(listed.resources.page_at("200"), 2U);
  for (const auto* cursor : {"", "0", "50", "101", "300", "0100", "+100", "-100", "100 ", " 100", "1e2", "x",
                             "18446744073709551600", "99999999999999999999"}) {
    EXPECT_EQ(listed.resources.page_at(cursor), std::nullopt) << cursor;
  }
}

TEST(McpResources, KeepWhatRequestsNeedAfterTheirTextsAreReleased) {
  Listed listed(site_with_projects(196));
  listed.resources.release_texts();
  EXPECT_TRUE(listed.resources.pages().empty());
  EXPECT_TRUE(listed.resources.documents().empty());
  EXPECT_EQ(listed.resources.page_at("200"), 2U);
  EXPECT_EQ(listed.resources.page_at("300"), std::nullopt);
  ASSERT_NE(listed.resources.find_item("content:///projects/p195"), nullptr);
  EXPECT_EQ(listed.resources.find_item("content:///projects/p195")->slug, "p195");
  EXPECT_EQ(listed.resources.profile_uri(), "https://example.com/api/agent/full-profile");
}

// Which documents, pages and items are resources of MCP, and at which address.

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
