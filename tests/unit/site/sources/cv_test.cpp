// CVs of RenderCV and of al-folio, with the oddities of real files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "site/sources/formats.hpp"
#include "site/sources/resumes/section_titles.hpp"
#include "unit/site/sources/note_lines.hpp"

namespace agent_access::sources {
namespace {

namespace bj = boost::json;
using testing::ElementsAre;
using testing::IsEmpty;

Imported read_cv(std::string_view text, SourceFormat format, const std::vector<std::string>& with = {}) {
  auto imported = read_source(text, format, with);
  EXPECT_TRUE(imported) << imported.error();
  return imported ? std::move(*imported) : Imported();
}

void expect_site(const Imported& imported, std::string_view expected) {
  EXPECT_EQ(imported.site, bj::parse(expected)) << bj::serialize(imported.site);
}

TEST(ListOfTitle, KnowsUsualTitlesInManyLanguages) {
  const std::vector<std::pair<std::string, CvList>> rows = {
      {"Experience", CvList::positions},
      {"Work Experience", CvList::positions},
      {"research_experience", CvList::positions},
      {"Berufserfahrung", CvList::positions},
      {"Beruflicher Werdegang", CvList::positions},
      {"Expérience professionnelle", CvList::positions},
      {"Teaching Experience", CvList::others},
      {"Education", CvList::education},
      {"Honors and Awards", CvList::awards},
      {"Awards & Scholarships", CvList::awards},
      {"Technical Skills", CvList::skills},
      {"Academic Interests", CvList::interests},
      {"Open Source Projects", CvList::projects},
      {"Publications", CvList::publications},
      {"References", CvList::references},
      {"技能", CvList::skills},
      {"Awards and Publications", CvList::others},
      {"Service", CvList::others},
      {"", CvList::others},
  };
  for (const auto& [title, list] : rows) EXPECT_EQ(list_of_title(title), list) << title;
  EXPECT_EQ(shown_title("selected_honors"), "Selected Honors");
  EXPECT_EQ(shown_title("10_ans_d'expérience"), "10 Ans D'expérience");
  EXPECT_EQ(shown_title("iOS apps & more"), "iOS apps & more");
}

TEST(ReadRenderCv, TakesEachKindOfEntry) {
  const auto imported = read_cv(R"yaml(
cv:
  name: Rosa Beispiel
  headline: Engineer
  location: Bern
  email: [rosa@example.org, other@example.org]
  phone: tel:+41-31-555-01-00
  website: https://rosa.example
  social_networks:
    - {network: GitHub, username: rosa}
    - {network: Mastodon, username: "@rosa@social.example"}
  sections:
    summary: [Builds **quiet** things., Second.]
    education:
      - {institution: University, area: Acoustics, degree: PhD, start_date: 2013-09, end_date: 2017-06, highlights: [Thesis]}
    experience:
      - {company: Works, position: Lead, start_date: 2019-03, end_date: present, location: Bern, highlights: [Cut noise]}
    projects:
      - {name: "[Hush](https://hush.example)", date: Fall 2023, location: Bern, summary: A meter}
    skills:
      - {label: Programming, details: "C++, Python"}
      - Welding
    selected_honors:
      - {name: Medal, date: 2016, location: Bern}
    papers:
      - {title: Coils, authors: ["***Rosa Beispiel***"], doi: 10.5555/coils, journal: J. Ex., date: 2020-01}
    Outreach:
      - bullet: Talks to schools
      - {name: Fair, start_date: 2018, end_date: 2019, highlights: [Booth]}
      - Plain text
design: {theme: classic}
)yaml",
                                SourceFormat::rendercv);
  expect_site(imported, R"json({
    "tagline": "Engineer",
    "owner": {"name": "Rosa Beispiel", "job_title": "Engineer", "location": "Bern", "summary": "Builds quiet things.", "about": ["Second."],
      "same_as": ["https://github.com/rosa", "https://social.example/@rosa"]},
    "contact": {"email": "rosa@example.org"},
    "links": [{"title": "Website", "url": "https://rosa.example"}, {"title": "GitHub", "url": "https://github.com/rosa"},
      {"title": "Mastodon", "url": "https://social.example/@rosa"}],
    "publications": [{"title": "Coils", "date": "2020-01", "authors": ["Rosa Beispiel"], "venue": "J. Ex.", "journal": "J. Ex.",
      "doi": "10.5555/coils", "key": "10.5555/coils"}],
    "projects": [{"title": "Hush", "date": "2023", "summary": "A meter", "text": ["Bern"], "url": "https://hush.example"}],
    "cv": {
      "positions": [{"title": "Lead", "organisation": "Works", "from": "2019-03", "location": "Bern", "text": ["Cut noise"]}],
      "education": [{"degree": "PhD, Acoustics", "institution": "University", "from": "2013-09", "date": "2017-06", "text": ["Thesis"]}],
      "skills": [{"area": "Programming", "items": ["C++, Python"]}, {"area": "Skills", "items": ["Welding"]}],
      "awards": [{"name": "Medal", "date": "2016"}],
      "sections": [{"title": "Outreach", "items": [{"title": "Talks to schools"},
        {"title": "Fair", "from": "2018", "until": "2019", "text": ["Booth"]}, {"title": "Plain text"}]}]}
  })json");
  EXPECT_THAT(note_lines(imported.notes),
              ElementsAre("6 cv.email: has several texts where one is expected; the first is taken",
                          "7 cv.phone: left out; \"phone\" in content.publish publishes it",
                          "24 cv.sections.selected_honors[0].location: has no place in site.json; left out"));
}

TEST(ReadRenderCv, TakesTheDateInsteadOfTheEnds) {
  const auto imported = read_cv(R"yaml(
cv:
  name: R
  sections:
    experience:
      - {company: Works, position: A, start_date: 2019-01, end_date: 2019-03, date: Summer 2016}
      - {company: Works, position: B, start_date: 2019-01, date: 2020-02 to present}
      - {company: Works, position: C, start_date: 2019-01, end_date: 2019-03, date: "Once, long ago"}
      - {company: Works, position: D, start_date: 2019-01, end_date: 2019-03, date: }
    education:
      - {institution: University, area: Acoustics, start_date: 2010, end_date: 2012, date: "2016-03-01 - 2018-05-31"}
    projects:
      - {name: Hush, start_date: 2010, end_date: 2012, date: 2016}
    Outreach:
      - {name: Fair, start_date: 2010, end_date: 2012, date: 2016}
)yaml",
                                SourceFormat::rendercv);
  expect_site(imported, R"json({
    "owner": {"name": "R"},
    "projects": [{"title": "Hush", "date": "2016"}],
    "cv": {
      "positions": [{"title": "A", "organisation": "Works", "from": "2016", "until": "2016"},
        {"title": "B", "organisation": "Works", "from": "2020-02"},
        {"title": "C", "organisation": "Works", "from": "2019-01", "until": "2019-03"},
        {"title": "D", "organisation": "Works", "from": "2019-01", "until": "2019-03"}],
      "education": [{"degree": "Acoustics", "institution": "University", "from": "2016-03", "date": "2018-05-31"}],
      "sections": [{"title": "Outreach", "items": [{"title": "Fair", "until": "2016"}]}]}
  })json");
  EXPECT_THAT(note_lines(imported.notes),
              ElementsAre("8 cv.sections.experience[2].date: \"Once, long ago\" is not a time; left out"));
}

TEST(ReadRenderCv, TakesTermsAsEnds) {
  const auto imported = read_cv(R"yaml(
cv:
  name: R
  sections:
    experience:
      - {company: Works, position: A, start_date: WS 2010/11, end_date: 2024}
      - {company: Works, position: B, start_date: 2020-03-01 (approx), end_date: WS 2021/22}
    education:
      - {institution: University, area: Acoustics, start_date: WS 2004/05, end_date: WS 2009/10}
)yaml",
                                SourceFormat::rendercv);
  expect_site(imported, R"json({
    "owner": {"name": "R"},
    "cv": {
      "positions": [{"title": "A", "organisation": "Works", "from": "2010", "until": "2024"},
        {"title": "B", "organisation": "Works", "from": "2020-03", "until": "2022"}],
      "education": [{"degree": "Acoustics", "institution": "University", "from": "2004", "date": "2010"}]}
  })json");
  EXPECT_THAT(note_lines(imported.notes), IsEmpty());
}

TEST(ReadAlfolioCv, TakesEachTypeOfSection) {
  const auto imported = read_cv(R"(
- title: General Information
  type: map
  contents:
    - {name: Full Name, value: Rosa Beispiel}
    - {name: Date of Birth, value: 5th January 1989}
    - {name: Languages, value: "English (native), German"}
    - {name: GitHub, value: rosa}
    - {name: Passport, value: X123}
- title: Education
  type: time_table
  contents:
    - title: PhD
      institution: University
      year: 2013 - 2017
      description:
        - Acoustics
        - {title: Thesis, contents: ["Silence: a measure"]}
        - Co-advisor: Kim Sample
- title: Experience
  type: time_table
  contents:
    - {title: Researcher, institution: Works, year: 2019 - present, description: }
    - {title: Lecturer, institution: Second, year: Sep. 2021}
- title: Honors and Awards
  type: time_table
  contents:
    - year: 2016
      items: [Medal, Prize (Society)]
- title: Academic Interests
  type: nested_list
  contents:
    - title: Silence.
      items: [Chambers.]
- title: Other Interests
  type: list
  contents: ["<u>Hobbies:</u> walking"]
- title: Skills
  type: map
  contents: [{name: Programming, value: C++}]
- title: References
  type: list
  contents: [Kim Sample]
)",
                                SourceFormat::alfolio);
  expect_site(imported, R"json({
    "owner": {"name": "Rosa Beispiel", "same_as": ["https://github.com/rosa"]},
    "links": [{"title": "GitHub", "url": "https://github.com/rosa"}],
    "cv": {
      "languages": [{"language": "English", "level": "native"}, {"language": "German"}],
      "education": [{"degree": "PhD", "institution": "University", "from": "2013", "date": "2017",
        "text": ["Acoustics", "Thesis: Silence: a measure", "Co-advisor: Kim Sample"]}],
      "positions": [{"title": "Researcher", "organisation": "Works", "from": "2019"},
        {"title": "Lecturer", "organisation": "Second", "from": "2021-09", "until": "2021-09"}],
      "awards": [{"name": "Medal", "date": "2016"}, {"name": "Prize (Society)", "date": "2016"}],
      "skills": [{"area": "Programming", "items": ["C++"]}],
      "sections": [{"title": "Academic Interests", "items": [{"title": "Silence.", "text": ["Chambers."]}]},
        {"title": "Other Interests", "items": [{"title": "Hobbies: walking"}]}]}
  })json");
  EXPECT_THAT(note_lines(imported.notes),
              ElementsAre("4 [0].contents.birthday: left out; \"birthday\" in content.publish publishes it",
                          "9 [0].contents[4]: \"Passport\" has no place in site.json; left out",
                          "43 [7].contents: left out; \"references\" in content.publish publishes them"));
}

TEST(ReadAlfolioCv, TakesEntriesBelowOneTitle) {
  const auto imported = read_cv(R"(
- title: Honors and Awards
  type: nested_list
  contents:
    - {title: Scholarships, items: [Prize of Examples, Second Prize]}
    - {title: 2020, items: [Medal]}
    - {title: Award, year: 2019, institution: Society, items: [For silence]}
- title: Languages
  type: nested_list
  contents: [{title: Spoken, items: [German (native), English]}]
- title: Publications
  type: nested_list
  contents: [{title: Papers, items: ["R. Beispiel, Quiet Rooms, 2020"]}]
- title: Skills
  type: list_groups
  contents: [{list: [C++, Python]}]
- type: list
  contents: [Nothing]
- title: Empty
  type: list
)",
                                SourceFormat::alfolio);
  expect_site(imported, R"json({
    "publications": [{"title": "R. Beispiel, Quiet Rooms, 2020"}],
    "cv": {
      "awards": [{"name": "Scholarships: Prize of Examples"}, {"name": "Scholarships: Second Prize"},
        {"name": "Medal", "date": "2020"}, {"name": "Award, Society", "date": "2019"}],
      "languages": [{"language": "German", "level": "native"}, {"language": "English"}],
      "skills": [{"area": "Skills", "items": ["C++", "Python"]}]}
  })json");
  EXPECT_THAT(note_lines(imported.notes),
              ElementsAre("7 [0].contents[2].items: has no place in site.json; left out",
                          "10 [1].contents[0].title: has no place in site.json; left out x2",
                          "17 [4]: has no title; left out"));
}

TEST(ReadAlfolioCv, KeepsEntriesWhoseItemsTellMore) {
  const auto imported = read_cv(R"(
- title: Languages
  type: nested_list
  contents:
    - {title: German, items: [Native, Swiss dialect]}
    - {title: French, items: [Full professional proficiency]}
    - {title: Dutch, items: [Fließend]}
    - {title: Others, items: [Basic English]}
- title: Publications
  type: nested_list
  contents:
    - {title: Quiet coils, items: [R. Beispiel, "J. Ex., 2020"]}
    - {title: Journal articles, items: [Silence]}
    - {title: 2021, items: [Noise]}
    - {title: Books, items: ["R. Beispiel, Hush, 2019", "R. Beispiel, Quiet, in press", "K. Sample, Rooms, 2018"]}
)",
                                SourceFormat::alfolio);
  expect_site(imported, R"json({
    "publications": [{"title": "Quiet coils"}, {"title": "Silence"}, {"title": "Noise", "date": "2021"},
      {"title": "R. Beispiel, Hush, 2019"}, {"title": "R. Beispiel, Quiet, in press"},
      {"title": "K. Sample, Rooms, 2018"}],
    "cv": {"languages": [{"language": "German", "level": "Native"},
      {"language": "French", "level": "Full professional proficiency"}, {"language": "Dutch", "level": "Fließend"},
      {"language": "Basic English"}]}
  })json");
  EXPECT_THAT(note_lines(imported.notes),
              ElementsAre("5 [0].contents[0].items: has several texts where one is expected; the first is taken",
                          "8 [0].contents[3].title: has no place in site.json; left out x3",
                          "12 [1].contents[0].items: has no place in site.json; left out"));
}

TEST(ReadAlfolioCv, KeepsDescriptionsOfAwardsAndSkills) {
  const auto imported = read_cv(R"yaml(
- title: Grants – Awards
  type: time_table
  contents:
    - {title: Grant – Co-I, institution: Society, description: "Coils (PI: K. Sample)", year: 2023}
    - {title: Medal, description: , year: 2022}
- title: "Skills:"
  type: time_table
  contents: [{title: Python, description: NumPy and others}]
)yaml",
                                SourceFormat::alfolio);
  expect_site(imported, R"json({
    "cv": {
      "awards": [{"name": "Grant – Co-I, Society, Coils (PI: K. Sample)", "date": "2023"},
        {"name": "Medal", "date": "2022"}],
      "skills": [{"area": "Python", "items": ["NumPy and others"]}]}
  })json");
  EXPECT_THAT(note_lines(imported.notes), IsEmpty());
}

TEST(ReadRenderCv, TakesLinesInEachList) {
  const auto imported = read_cv(R"(
cv:
  name: R
  sections:
    languages: [{bullet: German (native)}, {number: English}, {Dutch: good}]
    publications: [{reversed_number: Quiet Rooms}, {Silence: a study}]
    projects: [{bullet: Hush}]
    talks: [{Quiet Rooms: A Talk}, {Mobile: 678 901}]
)",
                                SourceFormat::rendercv);
  expect_site(imported, R"json({
    "owner": {"name": "R"},
    "publications": [{"title": "Quiet Rooms"}, {"title": "Silence: a study"}],
    "projects": [{"title": "Hush"}],
    "cv": {
      "languages": [{"language": "German", "level": "native"}, {"language": "English"},
        {"language": "Dutch", "level": "good"}],
      "sections": [{"title": "Talks", "items": [{"title": "Quiet Rooms: A Talk"}]}]}
  })json");
  EXPECT_THAT(note_lines(imported.notes),
              ElementsAre("8 cv.sections.talks[1]: has no name; left out",
                          "8 cv.sections.talks[1].Mobile: has no place in site.json; left out"));
}

TEST(ReadCv, PublishesPrivatePartsOnlyIfAsked) {
  constexpr std::string_view kText =
      "cv:\n  name: R\n  phone: 12345\n  sections:\n    references: [Kim Sample]\n    skills: [{label: Mobile, "
      "details: Android}]\n"
      "    contact:\n      - {label: Mobile, details: 678 901}\n      - {label: Office, details: Room 7}\n";
  const auto without = read_cv(kText, SourceFormat::rendercv);
  for (const auto* part : {"12345", "Kim", "678 901"}) EXPECT_FALSE(bj::serialize(without.site).contains(part)) << part;
  for (const auto* part : {"Room 7", "Android"}) EXPECT_TRUE(bj::serialize(without.site).contains(part)) << part;
  EXPECT_THAT(note_lines(without.notes),
              testing::Contains("8 cv.sections.contact[0]: left out; \"phone\" in content.publish publishes it"));
  const auto all = bj::serialize(read_cv(kText, SourceFormat::rendercv, {"phone", "references"}).site);
  for (const auto* part : {"Phone: 12345", "Kim Sample", "678 901"}) EXPECT_TRUE(all.contains(part)) << part << all;
}

}  // namespace
}  // namespace agent_access::sources
