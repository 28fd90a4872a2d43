// What a site can say about its works and its CV beside titles and dates, in each document.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <string>

#include "site/content/load.hpp"
#include "site/content/works.hpp"
#include "site/documents/work_json_ld.hpp"
#include "site/guides/guides.hpp"
#include "site/guides/markdown_forms.hpp"
#include "unit/site/documents/example_view.hpp"

namespace agent_access::documents {
namespace {

namespace bj = boost::json;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kSite = R"({"tagline": "T", "owner": {"name": "N"},
  "links": [{"title": "Files", "url": "/files.zip", "summary": "All of them."}],
  "publications": [
    {"slug": "b", "title": "B", "type": "book", "status": "in press", "venue": "Example Press", "doi": "10.5555/b<1>",
     "url": "/b.pdf", "key": "n2034", "links": [{"title": "Slides", "url": "/s.pdf"}]},
    {"slug": "p", "title": "P", "type": "patent", "date": "2033"}],
  "projects": [{"slug": "q", "title": "Q", "repository": "/q.git"}],
  "cv": {"positions": [{"title": "Pilot", "organisation": "Port", "from": "2030", "location": "Quay", "url": "/port",
                        "text": ["Steers.", "Moors."]}],
         "education": [{"degree": "D", "institution": "I", "from": "2020", "date": "2024", "text": ["Knots."]}],
         "sections": [{"title": "Teaching", "items": [{"title": "Ropes", "organization": "School", "from": "2031",
                                                       "url": "/ropes", "text": ["Ten lessons."]}, {"title": "Sails"},
                                                      {"title": "Knots", "from": "2015", "until": "2015"}]}]}})";

Example example() {
  Example example = example_site();
  example.content.site = content::parse_site(kSite).value();
  return example;
}

TEST(KindsOfWork, HaveTheTypesOfSchemaOrg) {
  const Example site = example();
  const bj::object book = work_json_ld(site.view(), site.content.site.publications.at(0), "https://p");
  EXPECT_EQ(book.at("@type"), "Book");
  EXPECT_EQ(bj::serialize(book.at("publisher")), R"({"@type":"Organization","name":"Example Press"})");
  EXPECT_EQ(bj::serialize(book.at("identifier")),
            R"({"@type":"PropertyValue","propertyID":"DOI","value":"10.5555/b<1>"})");
  EXPECT_EQ(bj::serialize(book.at("sameAs")), R"(["https://example.com/b.pdf","https://doi.org/10.5555/b%3C1%3E"])");
  EXPECT_EQ(book.at("creativeWorkStatus"), "in press");
  EXPECT_FALSE(book.contains("datePublished"));
  const bj::object patent = work_json_ld(site.view(), site.content.site.publications.at(1), {});
  EXPECT_EQ(patent.at("@type"), "CreativeWork");
  EXPECT_EQ(patent.at("additionalType"), "https://www.wikidata.org/entity/Q253623");
}

TEST(KindsOfWork, AreListedUnlessTheVenueNamesThem) {
  const content::Labels labels("en");
  const auto listed = [&labels](std::string type, std::string venue) {
    content::Publication work;
    work.type = std::move(type);
    work.venue = std::move(venue);
    return content::listed_kind(work, labels);
  };
  EXPECT_EQ(listed("thesis", "University of Example"), "Thesis");
  EXPECT_EQ(listed("thesis", "Ph.D. thesis, University of Example"), "");
  EXPECT_EQ(listed("article", ""), "");
  EXPECT_EQ(listed("", ""), "");
}

TEST(Authors, OfALongListAreShortenedExceptOnThePageOfTheWork) {
  Example site = example();
  content::Publication& work = site.content.site.publications.at(0);
  for (int i = 0; i < 2900; ++i) work.authors.push_back("A" + std::to_string(i));
  const std::string shown = "A0, A1, A2, A3, A4, A5, A6, A7, A8, A9 and 2,890 more";
  EXPECT_EQ(content::name_text(work.authors, content::Labels("en")), shown);
  EXPECT_EQ(work_json_ld(site.view(), work, {}).at("author").as_array().size(), 2900U);
  EXPECT_THAT(MarkdownForms(site.view()).of(work), HasSubstr("A2899"));
  EXPECT_THAT(render_llms_full(site.view()), Not(HasSubstr("A2899")));
  work.authors.resize(12);
  EXPECT_THAT(content::name_text(work.authors, content::Labels("en")), HasSubstr("A11"));
}

}  // namespace
}  // namespace agent_access::documents
