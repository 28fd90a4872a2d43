// Entries of BibTeX and BibLaTeX as works, with the oddities of exports and of files written by hand.
#include "site/sources/works/bibtex.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "unit/site/sources/note_lines.hpp"

namespace agent_access::sources {
namespace {

using testing::ElementsAre;

Work first_of_bibtex(std::string_view text) {
  auto works = bibliography_in(read_bibtex(text)).works;
  return works.empty() ? Work() : std::move(works.front());
}
std::vector<std::string> notes_of_bibtex(std::string_view text) {
  return note_lines(bibliography_in(read_bibtex(text)).notes);
}
std::vector<std::string> links(const Work& work) {
  std::vector<std::string> texts;
  for (const auto& link : work.links) texts.push_back(link.title + " " + link.url);
  return texts;
}

TEST(ReadBibtex, TakesEachField) {
  const auto work = first_of_bibtex(R"(
@incollection{key1, title={A {T}itle}, subtitle={Sub}, author={Muster, Mia}, editor={Ed, Eve}, booktitle={Book},
  booksubtitle={More}, eventtitle={Days}, series={S}, volume=1, number=2, pages={3--4}, chapter=5, edition={2nd},
  publisher={P}, institution={I}, location={Bern}, isbn={978-3}, issn={1234-5678}, date={2020-05-01},
  doi={https://doi.org/10.5555/a\_b}, url={https://example.org/4\_a?b=1\&c=2}, abstract={We \emph{measure}.},
  keywords={noise; sea, quiet}, langid={english}, note={N}, award={Best}})");
  EXPECT_EQ(work.line, 2U);
  EXPECT_EQ(work.key, "key1");
  EXPECT_EQ(work.type, "chapter");
  EXPECT_EQ(work.title, "A Title: Sub");
  EXPECT_THAT(work.authors, ElementsAre("Mia Muster"));
  EXPECT_THAT(work.editors, ElementsAre("Eve Ed"));
  EXPECT_EQ(work.book + "|" + work.event + "|" + work.series, "Book: More|Days|S");
  EXPECT_EQ(work.volume + "|" + work.number + "|" + work.pages + "|" + work.chapter, "1|2|3–4|5");
  EXPECT_EQ(work.edition + "|" + work.publisher + "|" + work.institution + "|" + work.location, "2nd|P|I|Bern");
  EXPECT_EQ(work.isbn + "|" + work.issn + "|" + work.date + "|" + work.doi, "978-3|1234-5678|2020-05-01|10.5555/a_b");
  EXPECT_EQ(work.url, "https://example.org/4_a?b=1&c=2");
  EXPECT_EQ(work.abstract_text + "|" + work.language + "|" + work.note + "|" + work.award,
            "We measure.|english|N|Best");
  EXPECT_THAT(work.keywords, ElementsAre("noise", "sea, quiet"));
}

TEST(ReadBibtex, ReadsLatin1AndSaysSo) {
  constexpr std::string_view kText =
      "@misc{a, author={J\xF6rg M\xFCller}, title={Gr\xF6\xDF"
      "e}}";
  EXPECT_THAT(first_of_bibtex(kText).authors, ElementsAre("Jörg Müller"));
  EXPECT_EQ(first_of_bibtex(kText).title, "Größe");
  EXPECT_THAT(notes_of_bibtex(kText), ElementsAre("1 : is not UTF-8; such bytes are read as Windows-1252 (Latin-1)"));
}

TEST(ReadBibtex, KnowsTheTypesOfBibtexAndBiblatex) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"article", "article"},      {"inproceedings", "article"},
      {"conference", "article"},   {"book", "book"},
      {"proceedings", "book"},     {"inbook", "chapter"},
      {"incollection", "chapter"}, {"phdthesis", "thesis"},
      {"thesis", "thesis"},        {"mastersthesis", "thesis"},
      {"techreport", "report"},    {"report", "report"},
      {"manual", "report"},        {"patent", "patent"},
      {"dataset", "dataset"},      {"software", "software"},
      {"online", "other"},         {"misc", "other"},
      {"unpublished", "other"},    {"Talk", "talk"}};
  for (const auto& [type, expected] : rows)
    EXPECT_EQ(first_of_bibtex("@" + type + "{a, title={T}}").type, expected) << type;
  EXPECT_THAT(notes_of_bibtex("@artcile{a, title={T}}"),
              ElementsAre("1 a: \"artcile\" is not a known type of entry; it becomes \"other\""));
}

TEST(ReadBibtex, FindsTheTitle) {
  EXPECT_EQ(first_of_bibtex("@inbook{a, title={The Book}, chapter=3, pages={1--2}}").title, "The Book");
  EXPECT_EQ(first_of_bibtex("@inbook{a, chapter=3, crossref={b}}\n@book{b, title={Whole}, subtitle={S}}").title,
            "Whole: S");
  EXPECT_EQ(first_of_bibtex("@book{a, volume=2, crossref={m}}\n@mvbook{m, title={Handbook}, subtitle={A Whole}}").title,
            "Handbook: A Whole");
  EXPECT_EQ(first_of_bibtex("@misc{a, booktitle={Advances}, title={All You Need}}").title, "All You Need");
  EXPECT_EQ(first_of_bibtex("@proceedings{a, booktitle={Quiet Days}}").title, "Quiet Days");
  EXPECT_EQ(first_of_bibtex("@misc{a, title={Titles <i>in</i> Science \\&amp; Nature}}").title,
            "Titles in Science & Nature");
  for (const auto* type : {"article", "inproceedings", "incollection"}) {
    EXPECT_EQ(read_bibtex("@" + std::string(type) + "{a, booktitle={Proceedings}, maintitle={All}}").error(),
              "has no entry that can be read; line 1: a has no title; left out");
  }
  EXPECT_EQ(read_bibtex("@misc{a, year=2020}").error(),
            "has no entry that can be read; line 1: a has no title; left out");
  EXPECT_EQ(read_bibtex("no entry").error(), "has no entry that can be read");
}

TEST(ReadBibtex, PutsAColonBeforeASubtitleUnlessTheTitleEndsOtherwise) {
  const auto title = [](std::string_view main) {
    return first_of_bibtex("@misc{a, title={" + std::string(main) + "}, subtitle={S}}").title;
  };
  EXPECT_EQ(title("Café José"), "Café José: S");
  EXPECT_EQ(title("The ``Quiet'' (Room)"), "The “Quiet” (Room): S");
  EXPECT_EQ(title("Quiet?"), "Quiet? S");
  EXPECT_EQ(title("``Quiet?''"), "“Quiet?” S");
  EXPECT_EQ(title("Quiet ---"), "Quiet — S");
}

TEST(ReadBibtex, TakesNoNumberOfPagesForPages) {
  const auto pages = [](std::string_view fields) {
    return first_of_bibtex("@article{a, title={T}, " + std::string(fields) + "}").pages;
  };
  EXPECT_EQ(pages("articleno={45}, numpages={23}"), "45");
  EXPECT_EQ(pages("eid={e12}"), "e12");
  EXPECT_EQ(pages("pagetotal={350}"), "");
  EXPECT_EQ(pages("pages={pp. 1-9}"), "1–9");
  EXPECT_EQ(pages("pages={10-1--10-9}"), "10-1–10-9");
}

TEST(ReadBibtex, TakesNumbersWithoutTheirLabel) {
  const auto work = first_of_bibtex("@book{a, title={T}, isbn={ISBN 978-3}, issn={ISSN: 1234-5678}}");
  EXPECT_EQ(work.isbn + "|" + work.issn, "978-3|1234-5678");
}

TEST(ReadBibtex, KnowsTheKindsOfTheses) {
  const auto genre = [](std::string_view entry) { return first_of_bibtex(entry).genre; };
  EXPECT_EQ(genre("@phdthesis{a, title={T}}"), "PhD thesis");
  EXPECT_EQ(genre("@bachelorsthesis{a, title={T}}"), "Bachelor's thesis");
  EXPECT_EQ(genre("@thesis{a, title={T}, type={mathesis}}"), "Master's thesis");
  EXPECT_EQ(genre("@thesis{a, title={T}}"), "");
}

TEST(ReadBibtex, ReadsDatesAndStatus) {
  const auto time = [](std::string_view fields) {
    const auto work = first_of_bibtex("@misc{a, title={T}, " + std::string(fields) + "}");
    return work.date + "|" + work.status;
  };
  EXPECT_EQ(time("year=2020, month=mar"), "2020-03|");
  EXPECT_EQ(time("year=2020, month=feb # \"~29\""), "2020-02-29|");
  EXPECT_EQ(time("year={2020}, day={7}, month=jan"), "2020-01-07|");
  EXPECT_EQ(time("year=2020, month={2nd Quarter}"), "2020|");
  EXPECT_EQ(time("year=2020, month={5月}"), "2020-05|");
  EXPECT_EQ(time("year=2018, date={2018/05/29/online}"), "2018-05-29|");
  EXPECT_EQ(time("date={2020-05-01/2020-05-03}"), "2020-05-01|");
  EXPECT_EQ(time("year={in press}"), "|in press");
  EXPECT_EQ(time("year={in prep}"), "|in prep");
  EXPECT_EQ(time("note={In preprint form}"), "|");
  EXPECT_EQ(time("year={to appear 2027}"), "2027|to appear");
  EXPECT_EQ(time("year=2021, pubstate={inpress}"), "2021|in press");
  EXPECT_EQ(time("year=2021, pubstate={published}"), "2021|");
  EXPECT_EQ(time("year=2021, note={In press}"), "2021|in press");
  EXPECT_EQ(time("year=2021, note={Submitted in 2019}"), "2021|");
  EXPECT_EQ(time("note={Forthcoming}"), "|forthcoming");
  EXPECT_EQ(time("year={n.d.}"), "|");
  EXPECT_THAT(notes_of_bibtex("@misc{a, title={T}, year=2020, month={Spring}}"),
              ElementsAre("1 a.month: \"Spring\" is not a month; left out"));
  EXPECT_THAT(notes_of_bibtex("@misc{a, title={T}, year={20xx}}"),
              ElementsAre("1 a.year: \"20xx\" is not a date; left out"));
  EXPECT_THAT(
      notes_of_bibtex("@misc{a, title={T}, month=may, day=3}"),
      ElementsAre("1 a.month: has no year beside it; left out", "1 a.day: has no place in site.json; left out"));
}

TEST(ReadBibtex, NamesATimeThatIsNotThatOfTheDate) {
  const auto work = first_of_bibtex("@misc{a, title={T}, date={in press}, year=2020}");
  EXPECT_EQ(work.date + "|" + work.status, "2020|in press");
  EXPECT_THAT(notes_of_bibtex("@misc{a, title={T}, date={2020-05-01}, year=2020, month=may}"), ElementsAre());
  EXPECT_THAT(notes_of_bibtex("@misc{a, title={T}, date={2020-05}, year=2019, month=jun}"),
              ElementsAre("1 a.year: \"2019\" is another time than that of the date; left out",
                          "1 a.month: \"jun\" is another time than that of the date; left out"));
}

TEST(ReadBibtex, FindsAddressesWhereverTheyAre) {
  const auto url = [](std::string_view fields) {
    return first_of_bibtex("@misc{a, title={T}, " + std::string(fields) + "}").url;
  };
  EXPECT_EQ(url("howpublished={\\url{https://example.org/data}}"), "https://example.org/data");
  EXPECT_EQ(url("url={{\\url{https://example.org/x}}}"), "https://example.org/x");
  EXPECT_EQ(url("url={<a href=\"https://example.org/x\">here</a>}"), "https://example.org/x");
  EXPECT_EQ(url("note={Available at \\href{https://example.org/n}{here}}"), "https://example.org/n");
  EXPECT_EQ(url("note={Seen in May (https://example.org/n/)}"), "https://example.org/n/");
  EXPECT_EQ(url("note={See example.org}"), "");
  for (const auto* field : {"url={\\burl{https://example.org/x}}", "note={\\webaddr{https://example.org/x}}",
                            "howpublished={Available at \\burl{https://example.org/x}}"}) {
    EXPECT_EQ(url(field), "https://example.org/x") << field;
  }
  EXPECT_THAT(notes_of_bibtex("@misc{a, title={T}, url={\\burl{https://example.org/x}}}"),
              ElementsAre("1 a.url: \\burl is not known; its text is taken"));
  EXPECT_EQ(url("abstract={As \\url{https://example.org/other} says}"), "");
  EXPECT_EQ(url("howpublished={Ph.D. thesis}"), "");
  EXPECT_EQ(first_of_bibtex("@misc{a, title={\\href{https://example.org/t}{Titled}}}").title, "Titled");
  const auto doi = [](std::string_view given) {
    return first_of_bibtex("@misc{a, title={T}, doi={" + std::string(given) + "}}").doi;
  };
  EXPECT_EQ(doi("10.1002/(1996)15:6&lt;1661::AID-SIM968&gt;3.0.CO;2-M"),
            "10.1002/(1996)15:6<1661::AID-SIM968>3.0.CO;2-M");
  EXPECT_THAT(notes_of_bibtex("@misc{a, title={T}, doi={10.5555/a\\quietly b}}"),
              ElementsAre("1 a.doi: \\quietly is not known; its text is taken"));
  const auto with_doi = first_of_bibtex("@misc{a, title={T}, url={http://dx.doi.org/10.5555/X}}");
  EXPECT_EQ(with_doi.url + "|" + with_doi.doi, "|10.5555/X");
}

TEST(ReadBibtex, MakesLinksOfTheFieldsOfAlFolio) {
  constexpr std::string_view kText =
      "@misc{f, title={T}, html={https://icex.example/1}, pdf={quiet.pdf}, code={https://code.example/q}, "
      "slides={https://example.org/s.pdf}, arxiv={2401.00001}, abbr={ICEX}}\n@misc{g, title={U}, abbr={X}}";
  const auto work = first_of_bibtex(kText);
  EXPECT_EQ(work.url, "https://icex.example/1");
  EXPECT_THAT(links(work), ElementsAre("Code https://code.example/q", "Slides https://example.org/s.pdf",
                                       "arXiv https://arxiv.org/abs/2401.00001"));
  EXPECT_THAT(notes_of_bibtex(kText), ElementsAre("1 f.pdf: \"quiet.pdf\" is no absolute address (https://…); left out",
                                                  "1 f.abbr: has no place in site.json; left out x2"));
}

TEST(ReadBibtex, MakesAnAddressOfAnEprintOnlyIfItIsOneOfArxiv) {
  const auto of = [](std::string_view fields) {
    const auto work = first_of_bibtex("@misc{a, title={T}, " + std::string(fields) + "}");
    return work.eprint + " " + work.url;
  };
  EXPECT_EQ(of("eprint={1903.04691}, archivePrefix={arXiv}"), "1903.04691 https://arxiv.org/abs/1903.04691");
  EXPECT_EQ(of("eprint={hep-th/9901001v2}, eprinttype={arxiv}"),
            "hep-th/9901001v2 https://arxiv.org/abs/hep-th/9901001v2");
  EXPECT_EQ(of("eprint={arXiv:2401.00001}"), "2401.00001 https://arxiv.org/abs/2401.00001");
  EXPECT_EQ(of("eprint={1903.04691}, primaryClass={math.NT}"), "1903.04691 https://arxiv.org/abs/1903.04691");
  EXPECT_EQ(of("eprint={1903.04691}"), "1903.04691 ");
  EXPECT_EQ(of("eprint={12345}, eprinttype={pubmed}"), "12345 ");
  EXPECT_EQ(of("eprint={not an id}, archivePrefix={arXiv}"), "not an id ");
}

TEST(ReadBibtex, NamesWhatItLeavesOut) {
  EXPECT_THAT(notes_of_bibtex(
                  "@misc{a, title={\\quietly{T}}, author={A and others}, doi={none}, url={nowhere},\n timestamp={x}}\n"
                  "@misc{b, title={\\quietly{U}}, timestamp={y}}"),
              ElementsAre("1 a.title: \\quietly is not known; its text is taken",
                          "1 a: names not all authors (\"and others\"); those that it names are taken",
                          "1 a.doi: \"none\" is not a DOI; left out",
                          "1 a.url: \"nowhere\" is no absolute address (https://…); left out",
                          "2 a.timestamp: has no place in site.json; left out x2"));
}

TEST(ReadBibtex, NamesFieldsOfWhichItTookAnother) {
  EXPECT_THAT(notes_of_bibtex("@article{a, title={T}, number=3, issue={Spring}, institution={I}, organization={O},\n"
                              " keywords={k}, author_keywords={own}, publisher={P}, howpublished={Talk},\n"
                              " archive={Box 3}, date={2020}, year={2020}, journal={J}, shortjournal={J}}"),
              ElementsAre("1 a.issue: has no place in site.json; left out",
                          "1 a.organization: has no place in site.json; left out",
                          "2 a.author_keywords: has no place in site.json; left out",
                          "2 a.howpublished: has no place in site.json; left out",
                          "3 a.archive: has no place in site.json; left out"));
}

TEST(ReadBibtex, NamesUnknownCommandsOfNames) {
  EXPECT_THAT(notes_of_bibtex("@misc{a, title={T}, author={Mia \\quietly{Muster}}}"),
              ElementsAre("1 a.author: \\quietly is not known; its text is taken"));
}

TEST(ReadBibtex, ReadsTenThousandAuthors) {
  std::string authors = "Muster, Mia";
  for (int i = 1; i < 10'000; ++i) authors += " and M{\\\"u}ller" + std::to_string(i) + ", J.";
  const auto work = first_of_bibtex("@article{a, title={T}, author={" + authors + "}}");
  ASSERT_EQ(work.authors.size(), 10'000U);
  EXPECT_EQ(work.authors.back(), "J. Müller9999");
}

}  // namespace
}  // namespace agent_access::sources
