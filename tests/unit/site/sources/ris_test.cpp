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

TEST(ReadRis, SaysWhatItLeavesOut) {
  const auto bibliography = bibliography_in(
      read_ris("TI  - before any entry\nTY  - JOUR\nPY  - 2020\nID  - a\nER  - \n"
               "TY  - JOUR\nTI  - T\nAU  - A\nAU  - et al.\nDO  - none\nUR  - nowhere\nPY  - 20xx\nID  - b\nER  - \n"));
  EXPECT_THAT(note_lines(bibliography.notes),
              ElementsAre("2 a: has no title; left out",
                          "6 b: names not all authors (\"and others\"); those that it names are taken",
                          "6 b.date: \"20xx\" is not a date; left out", "6 b.DO: \"none\" is not a DOI; left out",
                          "6 b.UR: \"nowhere\" is no absolute address (https://…); left out"));
}

TEST(ReadRis, RefusesWhatHasNoEntry) {
  for (const auto* text : {"", "\n\n", "TI  - before any entry\n", "TY", "ER  - \nER  - \n"}) {
    EXPECT_EQ(read_ris(text).error(), "has no entry that can be read") << text;
  }
}

}  // namespace
}  // namespace agent_access::sources
