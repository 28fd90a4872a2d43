#include "site/documents/site_data.hpp"
#include "site/documents/json_ld.hpp"

#include <gtest/gtest.h>

#include <boost/json.hpp>

#include "unit/site/documents/example_view.hpp"

namespace agent_access::documents {
namespace {

namespace bj = boost::json;

bj::value site_data(const Example& example) { return bj::parse(render_site_data(example.view())); }

TEST(SiteData, WithoutPagesHasNoAddressOfOne) {
  const auto data = site_data(example_site(Pages::off));
  EXPECT_TRUE(data.at("pages").as_array().empty());
  EXPECT_FALSE(data.at("publications").at(0).as_object().contains("page"));
  EXPECT_FALSE(data.as_object().contains("url"));
  EXPECT_EQ(data.at("hasPart").at(0).at("url"), "https://journal.example/tides(1)");
  EXPECT_FALSE(data.at("hasPart").at(2).as_object().contains("@id"));
}

TEST(JsonLd, UsesOnlyTypesThatAreKnownToBeTrue) {
  Example example = example_site();
  example.content.site.projects.front().repository.clear();
  example.content.site.projects.front().language.clear();
  const auto page = json_ld(example.view());
  EXPECT_EQ(page.at("hasPart").at(1).at("@type"), "CreativeWork") << "no repository, no language";
  EXPECT_EQ(page.at("hasPart").at(2).at("@type"), "Article") << "no venue";
}

TEST(JsonLd, NamesTheSiteAndRefersToTheTenLatestWorks) {
  Example example = example_site();
  content::Site& site = example.content.site;
  site.publications.resize(12, site.publications.back());
  site.publications.front().status = "in press";
  site.publications.front().date.clear();
  const auto page = json_ld(example.view());
  EXPECT_EQ(page.at("isPartOf"), bj::parse(R"({"@type": "WebSite", "@id": "https://example.com/#website",
    "url": "https://example.com/", "name": "Robin Example", "publisher": {"@id": "https://example.com/#person"}})"));
  ASSERT_EQ(page.at("hasPart").as_array().size(), 10U);
  EXPECT_EQ(page.at("hasPart").at(0), bj::parse(R"({"@type": "ScholarlyArticle", "name": "Tides of the *example* sea",
    "@id": "https://example.com/publications/tides-of-the-example-sea",
    "url": "https://example.com/publications/tides-of-the-example-sea"})"));
  EXPECT_EQ(page.at("hasPart").at(1).at("name"), "Tide table");
}

TEST(JsonLd, DescribesAnOrganization) {
  const auto page = json_ld(hostile_site().view(1));
  EXPECT_EQ(page.at("mainEntity").at("@type"), "Organization");
  EXPECT_EQ(page.at("mainEntity").at("@id"), "https://www.example.com/#organization");
  EXPECT_FALSE(page.at("mainEntity").as_object().contains("jobTitle"));
  EXPECT_FALSE(page.contains("dateModified"));
}

}  // namespace
}  // namespace agent_access::documents
