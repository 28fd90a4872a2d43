#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <string>
#include <vector>

#include "site/documents/catalogs.hpp"
#include "site/guides/guides.hpp"
#include "support/filled.hpp"
#include "unit/site/documents/example_view.hpp"

namespace agent_access::documents {
namespace {

namespace bj = boost::json;

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

TEST(AgentSkills, HaveFrontMatterWithoutOwnerText) {
  const auto skill = render_skill(hostile_site().view());
  EXPECT_TRUE(skill.starts_with("---\nname: read-site-profile\ndescription: Reads the public data"));
  const auto front_matter = skill.substr(0, skill.find("\n---\n", 4));
  EXPECT_EQ(front_matter.find("Heading"), std::string::npos);
  EXPECT_EQ(front_matter.find(": ", front_matter.find("description: ") + 13), std::string::npos) << "no YAML value";
}

namespace bj = boost::json;

}  // namespace
}  // namespace agent_access::documents
