// What a site can say about its works and its CV beside titles and dates, in each document.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <string>

#include "site/content/load.hpp"
#include "site/content/pages.hpp"
#include "site/content/works.hpp"
#include "site/documents/json_ld.hpp"
#include "site/documents/site_data.hpp"
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

TEST(SiteData, HasThePathsOfOwnFilesAsUrlsOfTheHost) {
  const Example site = example();
  const bj::value data = bj::parse(render_site_data(site.view(1)));
  const auto at = [&data](std::string_view pointer) { return data.at_pointer(pointer).as_string(); };
  EXPECT_EQ(at("/links/0/url"), "https://www.example.com/files.zip");
  EXPECT_EQ(at("/publications/0/url"), "https://www.example.com/b.pdf");
  EXPECT_EQ(at("/publications/0/links/0/url"), "https://www.example.com/s.pdf");
  EXPECT_EQ(at("/publications/0/key"), "n2034");
  EXPECT_EQ(at("/projects/0/repository"), "https://www.example.com/q.git");
  EXPECT_EQ(at("/cv/positions/0/url"), "https://www.example.com/port");
  EXPECT_EQ(at("/cv/sections/0/items/0/url"), "https://www.example.com/ropes");
}

TEST(PageMarkdown, HasWhatTheWorkAndTheCvSay) {
  const Example site = example();
  const std::string work = MarkdownForms(site.view()).of(site.content.site.publications.at(0));
  for (const auto* line : {"- Kind: Book\n", "- Status: in press\n", "https://example.com/b.pdf",
                           "- DOI: [10.5555/b\\<1>](https://doi.org/10.5555/b%3C1%3E)\n",
                           "- See also: [Slides](https://example.com/s.pdf)\n"}) {
    EXPECT_THAT(work, HasSubstr(line));
  }
  for (const auto& page : content::pages_of(site.settings, site.content)) {
    if (page.slug != "cv") continue;
    const std::string cv = MarkdownForms(site.view()).of(page);
    for (const auto* line :
         {"- Pilot, [Port](https://example.com/port), Quay (2030 – today)\n  - Steers.\n  - Moors.\n",
          "- D, I (2020 – 2024)\n  - Knots.\n", "## Teaching\n",
          "- [Ropes](https://example.com/ropes), School (2031 – today)\n  - Ten lessons.\n- Sails\n- Knots (2015)\n"}) {
      EXPECT_THAT(cv, HasSubstr(line));
    }
  }
}

TEST(LlmsFull, HasWhatTheWorksAndTheCvSay) {
  const std::string text = render_llms_full(example().view());
  for (const auto* line :
       {"- [Files](https://example.com/files.zip): All of them.\n", "- Type: book\n- Status: in press\n",
        "- See also: [Slides](https://example.com/s.pdf)\n", "### Teaching\n", "(2031 to today)\n  - Ten lessons.\n"}) {
    EXPECT_THAT(text, HasSubstr(line));
  }
}

TEST(Authors, OfALongListAreShortenedExceptOnThePageOfTheWork) {
  Example site = example();
  content::Publication& work = site.content.site.publications.at(0);
  for (int i = 0; i < 2900; ++i) work.authors.push_back("A" + std::to_string(i));
  const std::string shown = "A0, A1, A2, A3, A4, A5, A6, A7, A8, A9 and 2,890 others";
  EXPECT_EQ(content::author_text(work, content::Labels("en")), shown);
  EXPECT_EQ(work_json_ld(site.view(), work, {}).at("author").as_array().size(), 2900U);
  EXPECT_THAT(MarkdownForms(site.view()).of(work), HasSubstr("A2899"));
  EXPECT_THAT(render_llms_full(site.view()), Not(HasSubstr("A2899")));
  work.authors.resize(12);
  EXPECT_THAT(content::author_text(work, content::Labels("en")), HasSubstr("A11"));
}

}  // namespace
}  // namespace agent_access::documents
