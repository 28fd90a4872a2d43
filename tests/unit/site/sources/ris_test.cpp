// RIS as Zotero, EndNote and databases write it.
#include "site/sources/works/ris.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "unit/site/sources/note_lines.hpp"

namespace agent_access::sources {
namespace {

using testing::ElementsAre;

TEST(ReadRis, TakesEachTag) {
  const auto bibliography = bibliography_in(read_ris(
      "\xEF\xBB\xBFTY  - JOUR\r\nTI  - Quiet <i>rooms</i> of\r\n      two lines\r\nAU  - Muster, Mia\r\nAU  - Davis, "
      "Sam, Jr.\r\n"
      "A2  - Ed, Eve\r\nT2  - Journal of Examples\r\nDA  - 2021/05/04/\r\nPY  - 2021\r\nDO  - 10.5555/q\r\nVL  - "
      "7\r\nIS  - 2\r\n"
      "SP  - 10\r\nEP  - 20\r\nLA  - en\r\nSN  - 1234-5678\r\nUR  - https://example.org/q\r\nL1  - "
      "https://example.org/q.pdf\r\n"
      "AB  - We measure.\r\nKW  - noise\r\nKW  - silence\r\nN1  - N\r\nY2  - 2022/01/31\r\nID  - q1\r\nER  -\r\n"));
  ASSERT_EQ(bibliography.works.size(), 1U);
  const auto& work = bibliography.works[0];
  EXPECT_EQ(work.key + "|" + work.type + "|" + work.title, "q1|article|Quiet rooms of two lines");
  EXPECT_THAT(work.authors, ElementsAre("Mia Muster", "Sam Davis, Jr."));
  EXPECT_THAT(work.editors, ElementsAre("Eve Ed"));
  EXPECT_EQ(work.journal + "|" + work.volume + "|" + work.number + "|" + work.pages, "Journal of Examples|7|2|10–20");
  EXPECT_EQ(work.date + "|" + work.doi + "|" + work.url, "2021-05-04|10.5555/q|https://example.org/q");
  EXPECT_EQ(work.links.at(0).title + " " + work.links.at(0).url, "PDF https://example.org/q.pdf");
  EXPECT_EQ(work.issn + "|" + work.language + "|" + work.abstract_text + "|" + work.note, "1234-5678|en|We measure.|N");
  EXPECT_THAT(work.keywords, ElementsAre("noise", "silence"));
  EXPECT_THAT(note_lines(bibliography.notes), ElementsAre("1 q1.Y2: has no place in site.json; left out"));
}

TEST(ReadRis, KnowsConferencesThesesAndChapters) {
  const auto works =
      bibliography_in(
          read_ris("TY  - CONF\nTI  - A talk\nT2  - Example Days\nC3  - Proceedings\nDA  - 2019///\nER  - \n"
                   "TY  - THES\nT1  - A thesis\nPB  - University\nM3  - PhD thesis\nY1  - 2019/03/01/\n"
                   "TY  - CHAP\nTI  - A chapter\nT2  - Book\nSP  - 1-9\nER  -\n"
                   "TY  - SLIDE\nTI  - Slides\nPY  - in press\n"))
          .works;
  ASSERT_EQ(works.size(), 4U);
  EXPECT_EQ(works[0].book + "|" + works[0].event + "|" + works[0].date, "Proceedings|Example Days|2019");
  EXPECT_EQ(works[1].type + "|" + works[1].institution + "|" + works[1].genre + "|" + works[1].date,
            "thesis|University|PhD thesis|2019-03-01");
  EXPECT_EQ(works[2].type + "|" + works[2].book + "|" + works[2].pages, "chapter|Book|1-9");
  EXPECT_EQ(works[3].type + "|" + works[3].status, "talk|in press");
}

TEST(ReadRis, TakesTheYearOfADayFromAnotherTag) {
  const auto date = [](const std::string& tags) {
    return bibliography_in(read_ris("TY  - JOUR\nTI  - T\n" + tags)).works.at(0).date;
  };
  EXPECT_EQ(date("DA  - MAY 15\nPY  - 2021\n"), "2021-05-15");
  EXPECT_EQ(date("DA  - May 4\nPY  - 2021\n"), "2021-05-04");
  EXPECT_EQ(date("DA  - 15 May\nY1  - 2021///\n"), "2021-05-15");
  EXPECT_EQ(date("DA  - MAY\nPY  - 2021\n"), "2021-05");
  EXPECT_EQ(date("DA  - JAN-FEB\nPY  - 2019\n"), "2019-01");
  EXPECT_EQ(date("DA  - DEC 25\nPY  - 2019/12/24\n"), "2019-12-24");
  EXPECT_EQ(date("DA  - 25 Dec 2019\n"), "2019-12-25");
  const auto unknown = bibliography_in(read_ris("TY  - JOUR\nTI  - T\nDA  - MAY 15\nID  - a\n"));
  EXPECT_EQ(unknown.works[0].date, "");
  EXPECT_THAT(note_lines(unknown.notes), ElementsAre("1 a.date: \"MAY 15\" is not a date; left out"));
}

TEST(ReadRis, TakesTagsInLowerCaseAndWithoutABlank) {
  const auto bibliography = bibliography_in(
      read_ris("TY  - JOUR\nau  - Muster, Mia\nTI  -A title\nab  - An abstract.\nis - not a tag\nER  -\n"
               "ty  - BOOK\nti  - Another\ner  - \nT - Lost\nAU  - Muster, Mia\n\nER  - \nlost, too\n"));
  ASSERT_EQ(bibliography.works.size(), 2U);
  EXPECT_EQ(bibliography.works[0].title + "|" + bibliography.works[0].abstract_text,
            "A title|An abstract. is - not a tag");
  EXPECT_THAT(bibliography.works[0].authors, ElementsAre("Mia Muster"));
  EXPECT_EQ(bibliography.works[1].type + "|" + bibliography.works[1].title, "book|Another");
  EXPECT_THAT(note_lines(bibliography.notes),
              ElementsAre("10 : has text outside of an entry, which is from TY to ER; left out",
                          "14 : has text outside of an entry, which is from TY to ER; left out"));
}

TEST(ReadRis, TakesTheSeriesAndTheEditorsOfABook) {
  const auto bibliography = bibliography_in(
      read_ris("TY  - BOOK\nTI  - B\nT2  - Lecture Notes\nA2  - Series, Ed\nA3  - Editor, Eve\nID  - b\n"
               "TY  - THES\nTI  - T\nT2  - Department\nPB  - University\nA3  - Supervisor, Sue\nID  - t\n"
               "TY  - RPRT\nTI  - R\nT2  - Reports\nPB  - Institute\nID  - r\n"));
  const auto& works = bibliography.works;
  ASSERT_EQ(works.size(), 3U);
  EXPECT_EQ(works[0].series + "|" + works[0].book, "Lecture Notes|");
  EXPECT_THAT(works[0].editors, ElementsAre("Eve Editor"));
  EXPECT_EQ(works[1].institution + "|" + works[1].book + works[1].series, "University|");
  EXPECT_THAT(works[1].editors, ElementsAre());
  EXPECT_EQ(works[2].series + "|" + works[2].institution, "Reports|Institute");
  EXPECT_THAT(note_lines(bibliography.notes),
              ElementsAre("1 b.A2: has no place in site.json; left out", "7 t.T2: has no place in site.json; left out",
                          "7 t.A3: has no place in site.json; left out"));
}

TEST(ReadRis, TakesTheOnlyEditorOfABookWithoutASeries) {
  const auto works = bibliography_in(read_ris("TY  - BOOK\nTI  - B\nA2  - Editor, Eve\n")).works;
  ASSERT_EQ(works.size(), 1U);
  EXPECT_THAT(works[0].editors, ElementsAre("Eve Editor"));
}

TEST(ReadRis, KnowsANumberByItsForm) {
  const auto works = bibliography_in(read_ris("TY  - CONF\nTI  - C\nSN  - 2375-0529\n"
                                              "TY  - RPRT\nTI  - R\nSN  - TR-2019-1\n"
                                              "TY  - CHAP\nTI  - D\nSN  - 978-3-16-148410-0\nSN  - 0302-974X\n"
                                              "TY  - PAT\nTI  - P\nSN  - 10123456\n"
                                              "TY  - JOUR\nTI  - J\nSN  - 12345678\n"
                                              "TY  - RPRT\nTI  - S\nSN  - 978-3-16-148410-0\n"))
                         .works;
  ASSERT_EQ(works.size(), 6U);
  EXPECT_EQ(works[5].isbn + "|" + works[5].number, "978-3-16-148410-0|");
  EXPECT_EQ(works[0].issn + "|" + works[0].isbn, "2375-0529|");
  EXPECT_EQ(works[1].number + "|" + works[1].isbn, "TR-2019-1|");
  EXPECT_EQ(works[2].isbn + "|" + works[2].issn, "978-3-16-148410-0|0302-974X");
  EXPECT_EQ(works[3].number + "|" + works[3].issn, "10123456|");
  EXPECT_EQ(works[4].issn, "12345678");
}

TEST(ReadRis, TellsARangeOfPagesFromTheirNumber) {
  const auto read = [](const std::string& tags) {
    const auto bibliography = bibliography_in(read_ris(tags + "\nTI  - T\nID  - a\nER  - \n"));
    std::string text = bibliography.works.at(0).pages;
    for (const auto& note : note_lines(bibliography.notes)) text += "; " + note;
    return text;
  };
  EXPECT_EQ(read("TY  - JOUR\nSP  - 10-20\nEP  - 20"), "10-20");
  EXPECT_EQ(read("TY  - JOUR\nSP  - 10-20\nEP  - 11"), "10-20; 1 a.EP: has no place in site.json; left out");
  EXPECT_EQ(read("TY  - JOUR\nSP  - S1-10\nEP  - S1-20"), "S1-10–S1-20");
  EXPECT_EQ(read("TY  - JOUR\nSP  - e12\nEP  - e12"), "e12");
  EXPECT_EQ(read("TY  - BOOK\nSP  - 350"), "; 1 a.SP: has no place in site.json; left out");
  EXPECT_EQ(read("TY  - THES\nSP  - 200"), "; 1 a.SP: has no place in site.json; left out");
  EXPECT_EQ(read("TY  - BOOK\nSP  - 3\nEP  - 9"), "3–9");
}

TEST(ReadRis, PrefersTheWholeNameOfAJournal) {
  const auto works = bibliography_in(read_ris("TY  - JOUR\nTI  - A\nJO  - J. Ex.\nJF  - Journal of Examples\nER  - \n"
                                              "TY  - JOUR\nTI  - B\nJO  - J. Ex.\nER  - \n"))
                         .works;
  ASSERT_EQ(works.size(), 2U);
  EXPECT_EQ(works[0].journal + "|" + works[1].journal, "Journal of Examples|J. Ex.");
}

TEST(ReadRis, TakesListsFromOneTag) {
  const auto bibliography = bibliography_in(read_ris(
      "TY  - JOUR\nTI  - T\nAU  - Beispiel, Rosa; Voorbeeld, Noor\nAU  - Warner Brothers\nAU  - Muster, Mia et "
      "al.\nAU  - Others\nKW  - noise\nsilence, please\n quiet rooms\nKW  - a; b\nc\nID  - a\nER  - \n"));
  ASSERT_EQ(bibliography.works.size(), 1U);
  EXPECT_THAT(bibliography.works[0].authors,
              ElementsAre("Rosa Beispiel", "Noor Voorbeeld", "Warner Brothers", "Mia Muster"));
  EXPECT_THAT(bibliography.works[0].keywords, ElementsAre("noise", "silence", "please", "quiet rooms", "a", "b c"));
  EXPECT_THAT(note_lines(bibliography.notes),
              ElementsAre("1 a: \"Beispiel, Rosa; Voorbeeld, Noor\" is read as several names; write a line for each",
                          "1 a: names not all authors (\"and others\"); those that it names are taken"));
}

TEST(ReadRis, NamesWhatStandsBesideAnotherValue) {
  const auto bibliography = bibliography_in(
      read_ris("TY  - NOVEL\nTI  - T\nT1  - T\nAB  - One\nN2  - Two\nDO  - 10.5555/a\nDO  - 10.5555/b\n"
               "DO  - 10.5555/a\nSN  - 1\nSN  - 1\nSN  - 2\nN1  - n1\nN1  - n2\nID  - s\nER  - \n"
               "TY  - JOUR\nTI  - U\nAB  - One\nN2  - Two\nDO  - 10.5555/c\nDO  - 10.5555/d\nDO  - 10.5555/e\n"));
  ASSERT_EQ(bibliography.works.size(), 2U);
  const auto& work = bibliography.works[0];
  EXPECT_EQ(work.type + "|" + work.abstract_text + "|" + work.doi + "|" + work.isbn + "|" + work.note,
            "other|One|10.5555/a|1|n1 n2");
  EXPECT_THAT(note_lines(bibliography.notes), ElementsAre("1 s.TY: \"NOVEL\" is not a known type; taken as \"other\"",
                                                          "1 s.N2: has no place in site.json; left out x2",
                                                          "1 s.DO: has more than one value; the first is taken x2",
                                                          "1 s.SN: has more than one value; the first is taken"));
}

TEST(ReadRis, TakesTheDoiThatStandsForTheKindOfWork) {
  const auto works = bibliography_in(read_ris("TY  - CHAP\nTI  - A\nM3  - doi:10.5555/a\nER  - \n"
                                              "TY  - THES\nTI  - B\nM3  - PhD thesis\nDO  - 10.5555/b\nER  - \n"))
                         .works;
  ASSERT_EQ(works.size(), 2U);
  EXPECT_EQ(works[0].doi + "|" + works[0].genre, "10.5555/a|");
  EXPECT_EQ(works[1].doi + "|" + works[1].genre, "10.5555/b|PhD thesis");
}

TEST(ReadRis, SaysWhatItLeavesOut) {
  const auto bibliography = bibliography_in(
      read_ris("TI  - before any entry\nTY  - JOUR\nPY  - 2020\nID  - a\nER  - \n"
               "TY  - JOUR\nTI  - T\nAU  - A\nAU  - et al.\nDO  - none\nUR  - nowhere\nPY  - 20xx\nID  - b\nER  - \n"));
  EXPECT_THAT(
      note_lines(bibliography.notes),
      ElementsAre("1 : has text outside of an entry, which is from TY to ER; left out", "2 a: has no title; left out",
                  "6 b: names not all authors (\"and others\"); those that it names are taken",
                  "6 b.date: \"20xx\" is not a date; left out", "6 b.DO: \"none\" is not a DOI; left out",
                  "6 b.UR: \"nowhere\" is no absolute address (https://…); left out"));
}

TEST(ReadRis, RefusesWhatHasNoEntry) {
  for (const auto* text : {"", "\n\n", "ER  - \nER  - \n"}) {
    EXPECT_EQ(read_ris(text).error(), "has no entry that can be read") << text;
  }
  for (const auto* text : {"TI  - before any entry\n", "TY"}) {
    EXPECT_EQ(read_ris(text).error(),
              "has no entry that can be read; line 1: has text outside of an entry, which is from TY to ER; left out")
        << text;
  }
}

}  // namespace
}  // namespace agent_access::sources
