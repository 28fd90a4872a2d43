// Works that have a file of their own: CITATION.cff, and pages of academicpages and HugoBlox.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "site/sources/works/citation_file.hpp"
#include "site/sources/works/work_page.hpp"
#include "unit/site/sources/note_lines.hpp"

namespace agent_access::sources {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Bibliography of_citation_file(std::string_view text) {
  const auto document = read_foreign_document(text);
  EXPECT_TRUE(document) << document.error();
  return document ? bibliography_in(read_citation_file(*document)) : Bibliography();
}

Bibliography of_page(std::string_view text, std::string_view file = {}) {
  const auto document = read_foreign_document(text);
  EXPECT_TRUE(document) << document.error();
  return document ? bibliography_in(read_work_page(*document, file)) : Bibliography();
}

TEST(ReadCitationFile, TakesItsWorkAndThoseOfTheSamePeople) {
  const auto bibliography = of_citation_file(R"(cff-version: 1.2.0
message: Cite this.
title: Hush Meter
authors:
  - {family-names: Muster, given-names: Mia, name-particle: von}
  - {name: Example Project Team}
  - {given-names: Kim, alias: k1m}
  - {alias: ex4mple}
date-released: 2022-03-31
repository-code: https://github.com/example/hush
identifiers: [{type: doi, value: 10.5555/hush}]
keywords: [silence, "measurement: rooms"]
license: Apache-2.0
preferred-citation:
  type: conference-paper
  title: "Hush: A Meter"
  authors: [{family-names: Davis, given-names: Sam, name-suffix: Jr.}]
  conference: {name: Example Days}
  collection-title: Proc. of Example Days
  start: 10
  end: 20
  year: 2021
  month: 9
references:
  - {type: article, title: Own, authors: [{family-names: Davis, given-names: Sam, name-suffix: Jr.}]}
  - {type: book, title: Of others, authors: [{family-names: Other, given-names: Olga}]}
)");
  ASSERT_THAT(bibliography.works, SizeIs(3));
  const auto& paper = bibliography.works[0];
  EXPECT_EQ(
      paper.type + "|" + paper.title + "|" + paper.date + "|" + paper.pages + "|" + paper.book + "|" + paper.event,
      "article|Hush: A Meter|2021-09|10–20|Proc. of Example Days|Example Days");
  EXPECT_THAT(paper.authors, ElementsAre("Sam Davis Jr."));
  const auto& software = bibliography.works[1];
  EXPECT_EQ(software.type + "|" + software.title + "|" + software.date + "|" + software.doi,
            "software|Hush Meter|2022-03-31|10.5555/hush");
  EXPECT_THAT(software.authors, ElementsAre("Mia von Muster", "Example Project Team", "Kim", "ex4mple"));
  EXPECT_THAT(software.keywords, ElementsAre("silence", "measurement: rooms"));
  EXPECT_EQ(software.links.at(0).title + " " + software.links.at(0).url, "Code https://github.com/example/hush");
  EXPECT_EQ(bibliography.works[2].title, "Own");
  EXPECT_THAT(note_lines(bibliography.notes), ElementsAre("13 license: has no place in site.json; left out",
                                                          "26 references[1]: is a work of others; left out"));
}

TEST(ReadCitationFile, TakesPagesOnlyIfTheySayWhichOnes) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"{start: 11, end: 20, pages: 10}", "11–20"},
      {"{start: 11, end: 20}", "11–20"},
      {"{pages: 350}", ""},
      {"{pages: 11-20}", "11-20"},
      {"{pages: \"e1\"}", "e1"},
  };
  for (const auto& [members, pages] : rows) {
    const auto bibliography =
        of_citation_file("cff-version: 1.2.0\ntitle: T\npreferred-citation:\n  title: P\n  <<: " + members + "\n");
    EXPECT_EQ(bibliography.works.at(0).pages, pages) << members;
  }
  const auto counted =
      of_citation_file("cff-version: 1.2.0\ntitle: T\npreferred-citation: {type: book, title: P, pages: 350}\n");
  EXPECT_THAT(
      note_lines(counted.notes),
      ElementsAre("3 preferred-citation.pages: is the number of pages, which has no place in site.json; left out"));
}

TEST(ReadCitationFile, TakesStatusRepositoriesAndIdentifiers) {
  const auto bibliography = of_citation_file(R"(cff-version: 1.2.0
title: Hush
url: https://meter.example
repository: https://archive.example/hush
repository-code: https://github.com/example/hush
identifiers:
  - {type: doi, value: 10.5555/all}
  - {type: doi, value: 10.5555/one}
  - {type: url, value: "https://hush.example"}
preferred-citation: {type: article, title: P, status: in-press}
)");
  ASSERT_THAT(bibliography.works, SizeIs(2));
  EXPECT_EQ(bibliography.works[0].status, "in press");
  const auto& software = bibliography.works[1];
  EXPECT_EQ(software.doi + " " + software.url, "10.5555/all https://meter.example");
  std::vector<std::string> links;
  for (const auto& link : software.links) links.push_back(link.url);
  EXPECT_THAT(links,
              ElementsAre("https://hush.example", "https://archive.example/hush", "https://github.com/example/hush"));
  EXPECT_THAT(note_lines(bibliography.notes), ElementsAre("8 identifiers[1]: has no place in site.json; left out"));
}

TEST(ReadWorkPage, TakesFrontMatterCitationAndText) {
  const auto bibliography = of_page(R"(---
title: "Quiet Rooms: A Study"
collection: publications
category: manuscripts
permalink: /publication/2020-10-01-quiet-rooms
excerpt: 'Measures <b>silence</b>.'
date: 2020-10-01
venue: 'Journal of Examples'
slidesurl: #'http://example.org/slides.pdf'
paperurl: 'https://example.org/quiet.pdf'
citation: 'Muster, Mia; Beispiel, Rosa. (2020). &quot;Quiet Rooms: A Study.&quot; <i>Journal of Examples</i>.'
---
In [ten rooms](https://example.org/rooms).

[Download paper here](https://example.org/quiet.pdf)
)");
  ASSERT_THAT(bibliography.works, SizeIs(1));
  const auto& work = bibliography.works[0];
  EXPECT_EQ(work.key + "|" + work.type + "|" + work.date + "|" + work.journal + work.book + "|" + work.url,
            "2020-10-01-quiet-rooms|article|2020-10-01|Journal of Examples|https://example.org/quiet.pdf");
  EXPECT_THAT(work.authors, ElementsAre("Mia Muster", "Rosa Beispiel"));
  EXPECT_EQ(work.summary + "|" + work.abstract_text, "Measures silence.|In ten rooms (https://example.org/rooms).");
  EXPECT_THAT(note_lines(bibliography.notes), IsEmpty());
}

TEST(ReadWorkPage, TakesDateAndKeyOfItsFile) {
  const auto work = of_page("---\ntitle: T\nauthors: [M. Muster]\n---\n", "2019-05-02-t.md").works.at(0);
  EXPECT_EQ(work.date + "|" + work.key, "2019-05-02|2019-05-02-t");
  EXPECT_EQ(of_page("---\ntitle: T\ndate: 2018\n---\n", "index.md").works.at(0).key, "");
}

TEST(ReadWorkPage, TakesWhatHugoBloxWrites) {
  const auto bibliography = of_page(
      "---\ntitle: T\nauthors: [admin, Rosa Beispiel]\ndate: \"2019-05-02T00:00:00Z\"\ndoi: 10.5555/t\n"
      "publication_types: [\"article-journal\"]\npublication: \"*Journal of Examples, 1*(3)\"\nabstract: We measure.\n"
      "url_pdf: https://example.org/t.pdf\nurl_code: \"\"\ntags: [noise]\nfeatured: true\n---\n");
  const auto& work = bibliography.works.at(0);
  EXPECT_EQ(work.type + "|" + work.date + "|" + work.journal + work.book,
            "article|2019-05-02|Journal of Examples, 1(3)");
  EXPECT_EQ(work.links.at(0).title, "PDF");
  EXPECT_THAT(work.keywords, ElementsAre("noise"));
  EXPECT_THAT(note_lines(bibliography.notes), IsEmpty());
}

TEST(ReadWorkPage, NeedsATitle) {
  const auto document = read_foreign_document("---\nvenue: V\n---\n");
  ASSERT_TRUE(document);
  EXPECT_THAT(read_work_page(*document, {}).error(), HasSubstr("has no title; left out"));
}

}  // namespace
}  // namespace agent_access::sources
