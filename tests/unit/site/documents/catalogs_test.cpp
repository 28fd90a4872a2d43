#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "site/documents/agent_card.hpp"
#include "site/documents/catalogs.hpp"
#include "site/documents/site_data.hpp"
#include "site/guides/guides.hpp"
#include "support/filled.hpp"
#include "unit/site/documents/example_view.hpp"

namespace agent_access::documents {
namespace {

namespace bj = boost::json;

TEST(AiCatalog, NamesThePublisherTheSameOnEveryHost) {
  const auto one = bj::parse(render_ai_catalog(example_site().view(0)));
  const auto two = bj::parse(render_ai_catalog(example_site().view(1)));
  EXPECT_EQ(one.at("entries").at(0).at("identifier"), "urn:air:example.com:agent:site");
  EXPECT_EQ(two.at("entries").at(0).at("identifier"), "urn:air:example.com:agent:site");
}

TEST(AiCatalog, OmitsPortsAndColonsInIdentifiers) {
  Example example = example_site();
  example.settings.base_urls = {base::parse_base_url("http://localhost:8080").value()};
  EXPECT_EQ(bj::parse(render_ai_catalog(example.view())).at("host").at("identifier"), "localhost");
  example.settings.base_urls = {base::parse_base_url("http://[::1]:8080").value()};
  EXPECT_EQ(bj::parse(render_ai_catalog(example.view())).at("host").at("identifier"), "--1");
}

std::vector<std::string> ard_queries(const Example& example) {
  std::vector<std::string> queries;
  const auto manifest = bj::parse(render_ard_manifest(example.view()));
  for (const auto& entry : test::filled(manifest.at("entries").as_array())) {
    for (const auto& query : entry.at("representativeQueries").as_array()) queries.emplace_back(query.as_string());
  }
  return queries;
}

TEST(ArdManifest, HasTwoToFiveQueriesForEachEntryAlsoOnAnEmptySite) {
  Example bare = example_site(Pages::off);
  bare.content.site.publications.clear();
  bare.content.site.projects.clear();
  bare.content.site.cv.reset();
  for (Example example : {example_site(), bare}) {
    example.settings.mcp.is_enabled = true;
    const auto manifest = bj::parse(render_ard_manifest(example.view()));
    for (const auto& entry : test::filled(manifest.at("entries").as_array())) {
      const auto count = entry.at("representativeQueries").as_array().size();
      EXPECT_GE(count, 2U) << entry.at("identifier");
      EXPECT_LE(count, 5U) << entry.at("identifier");
    }
  }
}

TEST(ArdManifest, AsksOnlyForWhatTheSiteHas) {
  Example example = example_site();
  example.settings.mcp.is_enabled = true;
  EXPECT_THAT(ard_queries(example),
              testing::IsSupersetOf({"List the publications of Robin Example",
                                     "Which projects does Robin Example work on?", "Show the CV of Robin Example"}));
  example.content.site.publications.clear();
  example.content.site.projects.clear();
  example.content.site.cv.reset();
  for (const auto& query : ard_queries(example)) {
    for (const auto* const word : {"publication", "project", "CV"}) EXPECT_EQ(query.find(word), std::string::npos);
  }
}

/// The types that ARD 0.9 names; a reader may ignore entries of another type.
TEST(ArdManifest, HasEveryEntryOfTheAiCatalogWhoseTypeArdDefines) {
  std::set<std::string> listed;
  Example example = example_site();
  example.settings.mcp.is_enabled = true;
  const auto manifest = bj::parse(render_ard_manifest(example.view()));
  for (const auto& entry : manifest.at("entries").as_array()) listed.emplace(entry.at("identifier").as_string());
  const auto catalog = bj::parse(render_ai_catalog(example.view()));
  std::size_t count = 0;
  for (const auto& entry : test::filled(catalog.at("entries").as_array())) {
    const auto& type = entry.at("type");
    if (type != "application/a2a-agent-card+json" && type != "application/mcp-server-card+json") continue;
    EXPECT_TRUE(listed.contains(std::string(entry.at("identifier").as_string()))) << entry.at("identifier");
    ++count;
  }
  EXPECT_GE(count, 2U);
}

TEST(AgentSkills, HaveFrontMatterWithoutOwnerText) {
  const auto skill = render_skill(hostile_site().view());
  EXPECT_TRUE(skill.starts_with("---\nname: read-site-profile\ndescription: Reads the public data"));
  const auto front_matter = skill.substr(0, skill.find("\n---\n", 4));
  EXPECT_EQ(front_matter.find("Heading"), std::string::npos);
  EXPECT_EQ(front_matter.find(": ", front_matter.find("description: ") + 13), std::string::npos) << "no YAML value";
}

TEST(FaqDocument, WithoutPagesHasItsOwnAddressAsUrl) {
  const auto document = bj::parse(render_faq_document(example_site(Pages::off).view()));
  EXPECT_EQ(document.at("url"), "https://example.com/ai/faq.json");
}

namespace bj = boost::json;

TEST(AgentCard, WithoutPagesNamesTheModule) {
  const auto card = bj::parse(render_agent_card(example_site(Pages::off).view()));
  EXPECT_EQ(card.at("supportedInterfaces").at(0).at("url"), "https://example.com/browser-tools.js");
  EXPECT_EQ(card.at("provider").at("url"), "https://example.com/AGENTS.md");
  EXPECT_FALSE(card.as_object().contains("iconUrl"));
}

}  // namespace
}  // namespace agent_access::documents
