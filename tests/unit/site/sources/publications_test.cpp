#include "site/sources/works/publications.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <string>
#include <vector>

#include "unit/site/sources/note_lines.hpp"

namespace agent_access::sources {
namespace {

using testing::ElementsAre;

class PublicationListTest : public testing::Test {
 protected:
  void add(const Work& work) { list_.add(work, work.key); }
  void expect(std::string_view publications) {
    EXPECT_EQ(site_.at("publications"), boost::json::parse(publications)) << boost::json::serialize(site_);
  }
  [[nodiscard]] std::vector<std::string> notes() const { return note_lines(notes_); }

 private:
  boost::json::object site_;
  std::vector<SourceNote> notes_;
  PublicationList list_{site_, notes_};
};

TEST_F(PublicationListTest, HasTheMembersOfSiteJson) {
  add({.key = "a",
       .type = "article",
       .title = "T",
       .authors = {"A", "A"},
       .date = "2020",
       .status = "in press",
       .journal = "Journal",
       .volume = "12",
       .number = "3",
       .pages = "1–20",
       .doi = "10.5555/a",
       .url = "https://example.org/a",
       .links = {{.title = "PDF", .url = "https://example.org/a.pdf"}},
       .abstract_text = "We measure.",
       .keywords = {"noise"}});
  add({.key = "b", .title = "U", .editors = {"E"}, .status = "in press"});
  expect(
      R"([{"title": "T", "type": "article", "date": "2020", "status": "in press", "authors": ["A", "A"], "venue": "Journal",
    "journal": "Journal", "volume": "12", "number": "3", "pages": "1–20", "text": ["We measure."], "doi": "10.5555/a", "url": "https://example.org/a",
    "links": [{"title": "PDF", "url": "https://example.org/a.pdf"}], "topics": ["noise"], "key": "a"},
    {"title": "U", "status": "in press", "editors": ["E"], "key": "b"}])");
  EXPECT_THAT(notes(), ElementsAre());
}

TEST_F(PublicationListTest, TakesOneWorkOfEachDoiAndGivesEachItsKey) {
  add({.key = "a", .title = "T", .doi = "10.5555/A"});
  add({.line = 7, .key = "b", .title = "U", .doi = "10.5555/a"});
  add({.key = "a", .title = "V"});
  add({.title = "W", .doi = "10.5555/w"});
  expect(R"([{"title": "T", "doi": "10.5555/A", "key": "a"}, {"title": "V", "key": "a#2"},
    {"title": "W", "doi": "10.5555/w", "key": "10.5555/w"}])");
  EXPECT_THAT(notes(), ElementsAre("7 b: has the DOI of \"a\"; left out"));
}

TEST_F(PublicationListTest, HasTheFieldsOfAWork) {
  add({.key = "a",
       .title = "T",
       .authors = {"A"},
       .editors = {"E"},
       .journal = "Journal",
       .book = "Book",
       .event = "Event",
       .series = "Series",
       .volume = "Volume",
       .number = "Number",
       .pages = "Pages",
       .edition = "Edition",
       .publisher = "Publisher",
       .institution = "Institution",
       .genre = "Genre",
       .isbn = "ISBN",
       .issn = "ISSN",
       .summary = "Summary",
       .award = "Award"});
  expect(R"([{"title": "T", "authors": ["A"], "editors": ["E"], "venue": "Journal", "journal": "Journal",
    "book": "Book", "event": "Event", "volume": "Volume", "number": "Number", "pages": "Pages", "genre": "Genre",
    "institution": "Institution", "publisher": "Publisher", "series": "Series", "edition": "Edition", "isbn": "ISBN",
    "issn": "ISSN", "award": "Award", "summary": "Summary", "key": "a"}])");
  EXPECT_THAT(notes(), ElementsAre());
}

TEST_F(PublicationListTest, NamesOnceWhatHasNoPlace) {
  add({.line = 3, .key = "a", .title = "T", .journal = "J", .chapter = "1", .note = "N"});
  add({.line = 9, .key = "b", .type = "article", .title = "U", .chapter = "2", .genre = "Journal Article"});
  EXPECT_THAT(notes(), ElementsAre("3 a.chapter: has no place in site.json; left out x2",
                                   "3 a.note: has no place in site.json; left out",
                                   "9 b.type: has no place in site.json; left out"));
}

}  // namespace
}  // namespace agent_access::sources
