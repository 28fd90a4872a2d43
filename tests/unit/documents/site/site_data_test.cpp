#include "documents/site/site.hpp"

#include <gtest/gtest.h>

#include <boost/json.hpp>

#include "unit/documents/example_view.hpp"

namespace agent_access::documents {
namespace {

namespace bj = boost::json;

bj::value site_data(const Example& example, std::size_t host = 0) {
  return bj::parse(render_site_data(example.view(host)));
}

TEST(SiteData, IsThisDocument) { expect_golden("site.json", render_site_data(example_site().view())); }

TEST(SiteData, KeepsUnknownMembersAtAnyDepth) {
  const auto data = site_data(example_site());
  EXPECT_EQ(data.at("x-unknown"), bj::parse(R"({"kept": [1, 2.5, null]})"));
  EXPECT_EQ(data.at("owner"), bj::parse(R"({"name": "Robin Example", "x-pronoun": "they"})"));
  EXPECT_EQ(data.at("publications").at(0).at("x-depth"), bj::parse(R"({"metres": [12, {"exact": true}]})"));
}

TEST(SiteData, ListsWorksNewestFirstWithSlugAndPage) {
  const auto data = site_data(example_site(), 1);
  const auto& publications = data.at("publications").as_array();
  ASSERT_EQ(publications.size(), 2U);
  EXPECT_EQ(publications[0].at("slug"), "tides-of-the-example-sea");
  EXPECT_EQ(publications[0].at("page"), "https://www.example.com/publications/tides-of-the-example-sea");
  EXPECT_EQ(publications[0].at("text"), bj::parse(R"(["First paragraph.", "Second paragraph."])"));
  EXPECT_EQ(publications[1].at("slug"), "old-tides");
  EXPECT_EQ(data.at("projects").at(0).at("page"), "https://www.example.com/projects/tide-table");
}

TEST(SiteData, ListsPagesAndResources) {
  const auto data = site_data(example_site());
  EXPECT_EQ(data.at("pages").as_array().size(), 7U);  // and not the owner's member of that name
  EXPECT_EQ(data.at("pages").at(3), bj::parse(R"({"slug": "cv", "title": "CV", "url": "https://example.com/cv",
                                                    "summary": "The public CV: positions, education and skills."})"));
  EXPECT_EQ(data.at("resources").at("fullProfile"), "https://example.com/api/agent/full-profile");
}

TEST(SiteData, WithoutPagesHasNoAddressOfOne) {
  const auto data = site_data(example_site(Pages::off));
  EXPECT_TRUE(data.at("pages").as_array().empty());
  EXPECT_FALSE(data.at("publications").at(0).as_object().contains("page"));
  EXPECT_FALSE(data.as_object().contains("url"));
  EXPECT_EQ(data.at("hasPart").at(0).at("url"), "https://journal.example/tides(1)");
  EXPECT_FALSE(data.at("hasPart").at(1).as_object().contains("@id"));
}

TEST(SiteData, WithoutASiteFileNamesTheOwner) {
  Example example = example_site();
  example.content.site = content::Site{};
  example.content.site.title = "Example";
  example.content.site.owner.name = "Example";
  const auto data = site_data(example);
  EXPECT_EQ(data.at("title"), "Example");
  EXPECT_EQ(data.at("owner"), bj::parse(R"({"name": "Example"})"));
  EXPECT_TRUE(data.at("publications").as_array().empty());
}

TEST(JsonLd, DescribesAPersonAndTheirWorks) {
  const auto page = json_ld(example_site().view());
  EXPECT_EQ(page.at("@type"), "ProfilePage");
  EXPECT_EQ(page.at("mainEntity"), bj::parse(R"({
    "@type": "Person", "@id": "https://example.com/#person", "name": "Robin Example", "url": "https://example.com/",
    "description": "Robin studies tides and builds small tools.", "email": "robin@example.com",
    "jobTitle": "Tide engineer", "worksFor": {"@type": "Organization", "name": "Example Harbour"},
    "homeLocation": {"@type": "Place", "name": "Exampleton"},
    "alumniOf": [{"@type": "CollegeOrUniversity", "name": "Example University"}], "award": ["Example Prize"],
    "knowsLanguage": [{"@type": "Language", "name": "English"}, {"@type": "Language", "name": "Danish"}],
    "knowsAbout": ["tides", "C++"], "sameAs": ["https://social.example/@robin"]})"));
  EXPECT_EQ(page.at("hasPart").at(0), bj::parse(R"json({
    "@type": "ScholarlyArticle", "name": "Tides of the *example* sea", "headline": "Tides of the *example* sea",
    "@id": "https://example.com/publications/tides-of-the-example-sea",
    "url": "https://example.com/publications/tides-of-the-example-sea", "sameAs": "https://journal.example/tides(1)",
    "datePublished": "2034-05-01",
    "author": [{"@type": "Person", "name": "Robin Example"}, {"@type": "Person", "name": "Kim Sample"}],
    "isPartOf": {"@type": "CreativeWork", "name": "Journal of Examples"},
    "description": "What the sea does.", "keywords": ["tides"]
})json"));
  EXPECT_EQ(page.at("hasPart").at(2).at("@type"), "SoftwareSourceCode");
  EXPECT_EQ(page.at("hasPart").at(2).at("codeRepository"), "https://code.example/tide-table");
  EXPECT_EQ(page.at("hasPart").at(2).at("author"), bj::parse(R"({"@type": "Person", "name": "Robin Example"})"));
}

TEST(JsonLd, UsesOnlyTypesThatAreKnownToBeTrue) {
  Example example = example_site();
  example.content.site.projects.front().repository.clear();
  example.content.site.projects.front().language.clear();
  const auto page = json_ld(example.view());
  EXPECT_EQ(page.at("hasPart").at(1).at("@type"), "Article") << "no venue";
  EXPECT_EQ(page.at("hasPart").at(2).at("@type"), "CreativeWork") << "no repository, no language";
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
