// CSL-JSON as Zotero, ORCID and Crossref write it, and lists of works that people write for their websites.
#include "site/sources/works/work_list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "unit/site/sources/note_lines.hpp"

namespace agent_access::sources {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

base::Result<Bibliography, std::string> read_list(std::string_view text, OtherMembers others) {
  const auto document = read_foreign_document(text);
  return document ? read_work_list(*document, others) : base::Failure(document.error());
}
base::Result<Bibliography, std::string> read_csl(std::string_view text) {
  return read_list(text, OtherMembers::without_record);
}
std::vector<Work> works_of_csl(std::string_view text) { return bibliography_in(read_csl(text)).works; }
std::vector<Work> listed(std::string_view text) { return bibliography_in(read_list(text, OtherMembers::noted)).works; }

TEST(ReadCsl, TakesWhatZoteroWrites) {
  const auto all = works_of_csl(R"([
    {"id": "example2020", "type": "article-journal", "title": "Quiet <i>Structures</i>", "container-title": "Journal", "volume": "12",
     "issue": 3, "page": "1-20", "DOI": "https://doi.org/10.1000/AbC", "URL": "https://doi.org/10.1000/AbC",
     "author": [{"family": "Example", "given": "Robin"}, {"literal": "The Group"}, {"family": "Berg", "non-dropping-particle": "van"},
                {"family": "Wright", "given": "F.L.", "suffix": "III"}, {"family": "李", "given": "明"}, {"family": "李", "given": "明"}],
     "issued": {"date-parts": [["2020", 3, "9"]]}, "keyword": "sea; noise"},
    {"type": "paper-conference", "title": "A talk", "issued": {"raw": "in press"}, "event-title": "Days", "container-title": "Proc."}])");
  ASSERT_THAT(all, SizeIs(2));
  EXPECT_EQ(all[0].line, 2U);
  EXPECT_EQ(all[0].key + "|" + all[0].type + "|" + all[0].title + "|" + all[0].date,
            "example2020|article|Quiet Structures|2020-03-09");
  EXPECT_THAT(all[0].authors,
              ElementsAre("Robin Example", "The Group", "van Berg", "F. L. Wright III", "李明", "李明"));
  EXPECT_EQ(all[0].journal + "|" + all[0].volume + "|" + all[0].number + "|" + all[0].pages, "Journal|12|3|1-20");
  EXPECT_EQ(all[0].doi + "|" + all[0].url, "10.1000/AbC|");
  EXPECT_THAT(all[0].keywords, ElementsAre("sea", "noise"));
  EXPECT_EQ(all[1].book + "|" + all[1].event + "|" + all[1].status, "Proc.|Days|in press");
}

TEST(ReadCsl, TakesWhatCrossrefReturns) {
  const auto all =
      works_of_csl(R"({"message": {"title": ["T"], "subtitle": ["S"], "type": "journal-article", "DOI": "10.1000/x",
    "published": {"date-parts": [[2019]]}, "author": [{"given": "A", "family": "B", "sequence": "first"}, {"name": "Group"}]}})");
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_EQ(all[0].title + "|" + all[0].date + "|" + all[0].doi, "T: S|2019|10.1000/x");
  EXPECT_THAT(all[0].authors, ElementsAre("A B", "Group"));
  EXPECT_THAT(works_of_csl(R"({"items": [{"title": "T"}]})"), SizeIs(1));
}

TEST(ReadCsl, SaysWhatItLeavesOut) {
  const auto read = read_csl("[{\"title\": \"T\", \"issued\": {\"raw\": \"soon\"}},\n {\"type\": \"book\"}]");
  ASSERT_TRUE(read);
  ASSERT_THAT(read->notes, SizeIs(2));
  EXPECT_EQ(read->notes[0].place + ": " + read->notes[0].sentence, "[0].issued: \"soon\" is not a date; left out");
  EXPECT_EQ(read->notes[1].line, 2U);
  EXPECT_EQ(read->notes[1].place + ": " + read->notes[1].sentence, "[1]: has no title; left out");
}

TEST(ReadCsl, TakesTheYearOfADateThatSaysMore) {
  const auto date = [](const std::string& issued) {
    return works_of_csl(R"([{"title": "T", "type": "book", "issued": )" + issued + "}]").at(0).date;
  };
  EXPECT_EQ(date(R"({"date-parts": [[2020, 21]]})"), "2020");
  EXPECT_EQ(date(R"({"date-parts": [[2020, 13]]})"), "2020");
  EXPECT_EQ(date(R"({"date-parts": [[2020, 5], [2020, 6]]})"), "2020-05");
  EXPECT_EQ(date(R"({"raw": "2020-05/2020-06"})"), "2020-05");
  EXPECT_EQ(date(R"({"literal": "2020, published online"})"), "2020");
  EXPECT_EQ(date(R"([{"date-parts": [[2020, 5]]}, {"date-parts": [[2020, 6]]}])"), "2020-05");
}

TEST(ReadCsl, NamesWhatHasNoPlaceAndUnknownTypes) {
  const auto notes = bibliography_in(read_csl(R"([{"title": "T", "type": "no-type", "issued": {"raw": "2020"},
    "version": "3", "number-of-pages": 300, "translator": [{"family": "T"}], "indexed": {"raw": "2021"}, "score": 1},
    {"title": "U", "type": "book", "DOI": "10.5555/u", "version": "4"}])"))
                         .notes;
  EXPECT_THAT(note_lines(notes), ElementsAre("1 [0].type: \"no-type\" is not a known type; taken as \"other\"",
                                             "2 [0].version: has no place in site.json; left out x2",
                                             "2 [0].number-of-pages: has no place in site.json; left out",
                                             "2 [0].translator: has no place in site.json; left out"));
}

TEST(ReadCsl, RefusesWhatIsNoJsonAndWhatHasNoWork) {
  EXPECT_THAT(read_csl("[\n{]").error(), HasSubstr("2: is not JSON"));
  EXPECT_EQ(read_csl("[]").error(), "has no entry that can be read");
}

TEST(ReadWorkList, TakesWhatPeopleWrite) {
  const auto all = listed(R"(
- title: "Quiet rooms: a study"
  description: >
    We measure
    silence.
  authors: R. Beispiel, M. Muster*, and A. Alpha
  link: {url: https://example.org/quiet, display: Journal of Examples (2020)}
  year: 2020
- title: Noise
  author: Lee, J., Hwang, J. & Kim, H. (2018).
  journal: Second Journal
  volume: 3
  url: https://doi.org/10.5555/noise
  date: May 2019
- publication: A meter
  authors: [Rosa Beispiel, '[***Zoe Zeta***](https://zoe.example)', {first: Sam, last: Davis}]
  venue: Proc. of ICEX
  links:
    - {type: pdf, url: https://example.org/meter.pdf}
    - {label: "Code: Meter", url: https://example.org/meter}
  tags: [noise, silence]
  arxiv: 2401.00001
  year: to appear
)");
  ASSERT_THAT(all, SizeIs(3));
  EXPECT_EQ(all[0].title + "|" + all[0].date + "|" + all[0].url + "|" + all[0].book + "|" + all[0].abstract_text,
            "Quiet rooms: a study|2020|https://example.org/quiet|Journal of Examples (2020)|We measure silence.");
  EXPECT_THAT(all[0].authors, ElementsAre("R. Beispiel", "M. Muster", "A. Alpha"));
  EXPECT_EQ(all[0].line, 2U);
  EXPECT_EQ(all[1].journal + "|" + all[1].volume + "|" + all[1].doi + "|" + all[1].date,
            "Second Journal|3|10.5555/noise|2019-05");
  EXPECT_THAT(all[1].authors, ElementsAre("J. Lee", "J. Hwang", "H. Kim"));
  EXPECT_EQ(all[2].title + "|" + all[2].book + "|" + all[2].status + "|" + all[2].url,
            "A meter|Proc. of ICEX|to appear|https://arxiv.org/abs/2401.00001");
  EXPECT_THAT(all[2].authors, ElementsAre("Rosa Beispiel", "Zoe Zeta", "Sam Davis"));
  EXPECT_THAT(all[2].keywords, ElementsAre("noise", "silence"));
  ASSERT_THAT(all[2].links, SizeIs(2));
  EXPECT_EQ(all[2].links[0].title + "|" + all[2].links[1].title, "PDF|Code: Meter");
}

TEST(ReadWorkList, FindsThemByYearsAndByNames) {
  const auto by_year = listed(
      "- year: 2026\n  papers:\n    - {title: A, authors: M. Muster}\n"
      "- year: 2025\n  papers:\n    - {title: B, authors: M. Muster}\n");
  ASSERT_THAT(by_year, SizeIs(2));
  EXPECT_EQ(by_year[1].title, "B");
  EXPECT_EQ(by_year[1].line, 6U);
  EXPECT_EQ(by_year[0].date + "|" + by_year[1].date, "2026|2025");
  EXPECT_EQ(listed("\"2019\":\n  - {title: A, authors: M. Muster}\n").at(0).date, "2019");
  EXPECT_THAT(listed("publications:\n  articles:\n    quiet: {title: A, journal: J}\n"), SizeIs(1));
  // As Pandoc reads it.
  EXPECT_THAT(works_of_csl("references:\n- {id: a, type: book, title: T}\n"), SizeIs(1));
}

TEST(ReadWorkList, TakesTheYearOfTheVenueIfThereIsNoOther) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"journal: J. Ex. <b>16</b> (2020), 146", "2020"},
      {"conference: \"ICEX, 2023.\"", "2023"},
      {"venue: ICEX 2023", "2023"},
      {"venue: ICEX 2023\n  year: 2024", "2024"},
      {"journal: J. Ex. 5(12), 1920-1930", ""},
      {"journal: J. Ex. 5(12), 2019–2030", ""},
      {"venue: Days", ""},
  };
  for (const auto& [members, date] : rows)
    EXPECT_EQ(listed("- title: T\n  " + members + "\n").at(0).date, date) << members;
}

TEST(ReadWorkList, TellsPagesAndTitlesFromAddresses) {
  const auto bibliography = bibliography_in(read_list(
      "main:\n"
      "  - {title: A, authors: M, page: \"https://a.example\", pages: 1-2, paper: \"https://a.example/a.pdf\"}\n"
      "  - {paper: B, authors: M, page: 3-4}\n"
      "  - {title: C, authors: M, page: /c, paper: A title}\n",
      OtherMembers::noted));
  const auto& all = bibliography.works;
  ASSERT_THAT(all, SizeIs(3));
  EXPECT_EQ(all[0].pages + "|" + all[0].url, "1-2|https://a.example");
  EXPECT_EQ(all[0].links.at(0).title + " " + all[0].links.at(0).url, "PDF https://a.example/a.pdf");
  EXPECT_EQ(all[1].title + "|" + all[1].pages, "B|3-4");
  EXPECT_EQ(all[2].title + "|" + all[2].pages + all[2].url, "C|");
  EXPECT_THAT(note_lines(bibliography.notes), ElementsAre("4 main[2].page: \"/c\" is not an address; left out",
                                                          "4 main[2].paper: has no place in site.json; left out"));
}

TEST(ReadWorkList, TakesAllMembersThatMayBeOfOneKind) {
  const auto bibliography = bibliography_in(read_list(R"(
- title: A
  name: Another
  authors: M
  code: https://a.example/code
  github: https://github.com/example/a
  links: [https://a.example]
  date: 2020-05-04
  year: 2020
  journal: J
  venue: J
  keywords: [k]
- {title: B, authors: M, date: 2020-05, year: 2021, journal: J, venue: V, keywords: k, tags: [t]}
)",
                                                      OtherMembers::noted));
  const auto& all = bibliography.works;
  ASSERT_THAT(all, SizeIs(2));
  ASSERT_THAT(all[0].links, SizeIs(2));
  EXPECT_EQ(all[0].url + " " + all[0].links[0].url + " " + all[0].links[1].url,
            "https://a.example https://a.example/code https://github.com/example/a");
  EXPECT_EQ(all[1].date + "|" + all[1].journal, "2020-05|J");
  EXPECT_THAT(note_lines(bibliography.notes),
              ElementsAre("3 [0].name: has no place beside \"title\" in site.json; left out",
                          "13 [1].year: has no place beside \"date\" in site.json; left out",
                          "13 [1].venue: has no place beside \"journal\" in site.json; left out",
                          "13 [1].tags: has no place beside \"keywords\" in site.json; left out"));
}

TEST(ReadWorkList, TakesPersonsByTheirUsualMembers) {
  const auto bibliography = bibliography_in(read_list(R"(
- title: T
  authors:
    - {firstname: Mia, lastname: Muster}
    - {fullname: Rosa Beispiel}
    - {given_name: Zoe, family_name: Zeta}
    - {role: editor}
)",
                                                      OtherMembers::noted));
  EXPECT_THAT(bibliography.works.at(0).authors, ElementsAre("Mia Muster", "Rosa Beispiel", "Zoe Zeta"));
  EXPECT_THAT(note_lines(bibliography.notes), ElementsAre("7 [0].authors[3]: has no name; left out"));
}

TEST(ReadWorkList, NamesMembersWithoutWorks) {
  const auto bibliography = bibliography_in(
      read_list("title: Publications\n2020:\n  - {title: A, authors: M}\n2018:\n  - {title: B, url: b.example}\n"
                "misc:\n  - {title: C, text: x}\nempty: []\nversion: 3\n",
                OtherMembers::noted));
  ASSERT_THAT(bibliography.works, SizeIs(2));
  EXPECT_EQ(bibliography.works[1].title + "|" + bibliography.works[1].date, "B|2018");
  EXPECT_THAT(note_lines(bibliography.notes),
              ElementsAre("6 misc: has no works, each with a title and authors; left out",
                          "9 version: has no place in site.json; left out"));
}

TEST(ReadWorkList, NamesOnceWhatHasNoPlace) {
  const auto bibliography = bibliography_in(
      read_list("- {title: A, authors: M, mood: good, image: a.png}\n- {title: B, authors: M, mood: bad}\n",
                OtherMembers::noted));
  EXPECT_THAT(note_lines(bibliography.notes), ElementsAre("1 [0].mood: has no place in site.json; left out x2"));
}

}  // namespace
}  // namespace agent_access::sources
