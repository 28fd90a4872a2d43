#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>

#include "site/content/load.hpp"

namespace agent_access::content {
namespace {

using testing::ElementsAre;
using testing::Field;

TEST(ParseSite, ReadsTheSmallestSite) {
  const auto site = parse_site(R"({"tagline": "A line", "owner": {"name": "Robin Example"}})");
  ASSERT_TRUE(site);
  EXPECT_EQ(site->title, "Robin Example");
  EXPECT_EQ(site->tagline, "A line");
  EXPECT_EQ(site->language, "en");
  EXPECT_EQ(site->updated, "");
  EXPECT_EQ(site->owner.kind, OwnerKind::person);
  EXPECT_EQ(site->owner.name, "Robin Example");
  EXPECT_TRUE(site->publications.empty() && site->projects.empty() && site->links.empty());
  EXPECT_FALSE(site->cv);
}

TEST(ParseSite, ReadsOwnerContactAndLinks) {
  const auto site = parse_site(R"({
    "title": "T", "tagline": "A", "profile_summary": "P.", "language": "pt-BR", "updated": "2034-05",
    "owner": {"kind": "organization", "name": "N", "job_title": "J", "works_for": "W", "summary": "S",
              "about": ["a1", "a2"], "location": "L", "knows_about": ["k"], "same_as": ["http://a.example"]},
    "contact": {"email": "r@example.com", "note": "n", "channels": [{"title": "c", "url": "https://b.example/x"}]},
    "links": [{"title": "l", "url": "https://[::1]:80/?q=%20#f"}]})");
  ASSERT_TRUE(site);
  EXPECT_EQ(site->title, "T");
  EXPECT_EQ(site->profile_summary, "P.");
  EXPECT_EQ(site->language, "pt-BR");
  EXPECT_EQ(site->updated, "2034-05");
  const Owner& owner = site->owner;
  EXPECT_EQ(owner.kind, OwnerKind::organization);
  EXPECT_THAT((std::vector{owner.job_title, owner.works_for, owner.summary, owner.location}),
              ElementsAre("J", "W", "S", "L"));
  EXPECT_THAT(owner.about, ElementsAre("a1", "a2"));
  EXPECT_THAT(owner.knows_about, ElementsAre("k"));
  EXPECT_THAT(owner.same_as, ElementsAre("http://a.example"));
  EXPECT_EQ(site->contact.email, "r@example.com");
  EXPECT_EQ(site->contact.note, "n");
  EXPECT_THAT(site->contact.channels, ElementsAre(Field(&Link::url, "https://b.example/x")));
  EXPECT_THAT(site->links, ElementsAre(Field(&Link::url, "https://[::1]:80/?q=%20#f")));
}

TEST(ParseSite, ReadsEveryMemberOfWork) {
  const auto site = parse_site(R"({"tagline": "A", "owner": {"name": "N"},
    "publications": [{"slug": "p-1", "title": "T", "date": "2034", "authors": ["x", "y"], "venue": "V", "summary": "S",
                      "text": ["t1", "t2"], "url": "https://u.example", "topics": ["o"]}],
    "projects": [{"slug": "q", "title": "Q", "date": "2033-01", "status": "done", "summary": "S", "text": ["t"],
                  "url": "https://v.example", "repository": "https://r.example", "language": "C++",
                  "licence": "MIT", "topics": ["o"]}]})");
  ASSERT_TRUE(site);
  const Publication& publication = site->publications.at(0);
  EXPECT_THAT((std::vector{publication.slug, publication.title, publication.date, publication.venue,
                           publication.summary, publication.url}),
              ElementsAre("p-1", "T", "2034", "V", "S", "https://u.example"));
  EXPECT_THAT(publication.authors, ElementsAre("x", "y"));
  EXPECT_THAT(publication.text, ElementsAre("t1", "t2"));
  EXPECT_THAT(publication.topics, ElementsAre("o"));
  const Project& project = site->projects.at(0);
  EXPECT_THAT((std::vector{project.slug, project.title, project.date, project.status, project.summary, project.url,
                           project.repository, project.language, project.licence}),
              ElementsAre("q", "Q", "2033-01", "done", "S", "https://v.example", "https://r.example", "C++", "MIT"));
  EXPECT_THAT(project.text, ElementsAre("t"));
  EXPECT_THAT(project.topics, ElementsAre("o"));
}

TEST(ParseSite, ReadsTheCv) {
  const auto site = parse_site(R"({"tagline": "A", "owner": {"name": "N"}, "cv": {
    "summary": "S",
    "positions": [{"title": "T", "organisation": "O", "from": "2031-04", "until": null, "summary": "s"},
                  {"title": "U", "organisation": "P", "from": "2031", "until": "2031-03"}],
    "education": [{"degree": "D", "institution": "I", "date": "2026"}],
    "skills": [{"area": "R", "items": ["i", "j"]}],
    "languages": [{"language": "English", "level": "native"}],
    "awards": [{"name": "M"}]}})");
  ASSERT_TRUE(site);
  ASSERT_TRUE(site->cv);
  EXPECT_EQ(site->cv->summary, "S");
  EXPECT_THAT(site->cv->positions, ElementsAre(Field(&Position::until, ""), Field(&Position::until, "2031-03")));
  EXPECT_EQ(site->cv->positions[0].from, "2031-04");
  EXPECT_EQ(site->cv->positions[0].organisation, "O");
  EXPECT_EQ(site->cv->education.at(0).institution, "I");
  EXPECT_EQ(site->cv->education.at(0).date, "2026");
  EXPECT_THAT(site->cv->skills.at(0).items, ElementsAre("i", "j"));
  EXPECT_EQ(site->cv->languages.at(0).level, "native");
  EXPECT_EQ(site->cv->awards.at(0).date, "");
}

TEST(ParseSite, ReadsKindAndFurtherAddressesOfAWork) {
  const auto site = parse_site(R"({"tagline": "A", "owner": {"name": "N"},
    "links": [{"title": "l", "url": "/files/a%20b.zip", "summary": "All."}],
    "publications": [{"slug": "a", "title": "T", "status": "in press", "type": "book", "doi": "10.1000/1.a",
                      "key": "n2034t", "url": "/papers/a.pdf",
                      "links": [{"title": "Slides", "url": "/slides.pdf"}, {"title": "Code", "url": "https://c.example"}]}],
    "projects": [{"slug": "q", "title": "Q", "url": "/q.html", "repository": "/q.git"}]})");
  ASSERT_TRUE(site);
  EXPECT_THAT(site->links, ElementsAre(Field(&Link::summary, "All.")));
  const Publication& work = site->publications.at(0);
  EXPECT_THAT((std::vector{work.date, work.status, work.type, work.doi, work.key, work.url}),
              ElementsAre("", "in press", "book", "10.1000/1.a", "n2034t", "/papers/a.pdf"));
  EXPECT_THAT(work.links, ElementsAre(Field(&Link::url, "/slides.pdf"), Field(&Link::url, "https://c.example")));
  EXPECT_EQ(site->projects.at(0).url, "/q.html");
  EXPECT_EQ(site->projects.at(0).repository, "/q.git");
}

TEST(ParseSite, ReadsListsAndSectionsOfTheCv) {
  const auto site = parse_site(R"({"tagline": "A", "owner": {"name": "N"}, "cv": {
    "positions": [{"title": "T", "organisation": "O", "from": "2031", "location": "L", "url": "https://o.example",
                   "text": ["a", "b"]}],
    "education": [{"degree": "D", "institution": "I", "from": "2022-10", "date": "2026", "url": "https://i.example",
                   "text": ["c"]}],
    "sections": [{"title": "Teaching", "items": [{"title": "X", "organization": "Y", "from": "2030", "until": null,
                                                  "url": "/x.html", "text": ["d"]}, {"title": "Z"}]}]}})");
  ASSERT_TRUE(site);
  const Position& position = site->cv->positions.at(0);
  EXPECT_EQ(position.location, "L");
  EXPECT_EQ(position.url, "https://o.example");
  EXPECT_THAT(position.text, ElementsAre("a", "b"));
  const Education& education = site->cv->education.at(0);
  EXPECT_THAT((std::vector{education.from, education.date, education.url}),
              ElementsAre("2022-10", "2026", "https://i.example"));
  EXPECT_THAT(education.text, ElementsAre("c"));
  ASSERT_EQ(site->cv->sections.size(), 1U);
  EXPECT_EQ(site->cv->sections[0].title, "Teaching");
  ASSERT_EQ(site->cv->sections[0].items.size(), 2U);
  const CvItem& item = site->cv->sections[0].items[0];
  EXPECT_THAT((std::vector{item.title, item.organization, item.from, item.until, item.url}),
              ElementsAre("X", "Y", "2030", "", "/x.html"));
  EXPECT_THAT(item.text, ElementsAre("d"));
}

TEST(ParseSite, PutsWorksInPressFirstAndThoseWithoutADateLast) {
  const auto site = parse_site(R"({"tagline": "A", "owner": {"name": "N"}, "publications": [
    {"slug": "a", "title": "a"}, {"slug": "b", "title": "b", "date": "2034"},
    {"slug": "c", "title": "c", "date": "2034-05", "status": "revised"}, {"slug": "d", "title": "d", "status": "in press"},
    {"slug": "e", "title": "e", "date": "2035"}]})");
  ASSERT_TRUE(site);
  std::vector<std::string> slugs;
  for (const Publication& work : site->publications) slugs.push_back(work.slug);
  EXPECT_THAT(slugs, ElementsAre("d", "e", "c", "b", "a"));
}

TEST(ParseSite, PutsTheNewestFirstAndUndatedProjectsLast) {
  const auto site = parse_site(R"({"tagline": "A", "owner": {"name": "N"},
    "publications": [{"slug": "a", "title": "a", "date": "2030"}, {"slug": "b", "title": "b", "date": "2034-05"},
                     {"slug": "c", "title": "c", "date": "2034-05-01"}, {"slug": "d", "title": "d", "date": "2034-05"}],
    "projects": [{"slug": "u", "title": "u"}, {"slug": "a", "title": "a", "date": "2030"}, {"slug": "v", "title": "v"},
                 {"slug": "b", "title": "b", "date": "2031"}]})");
  ASSERT_TRUE(site);
  EXPECT_THAT(site->publications, ElementsAre(Field(&Publication::slug, "c"), Field(&Publication::slug, "b"),
                                              Field(&Publication::slug, "d"), Field(&Publication::slug, "a")));
  EXPECT_THAT(site->projects, ElementsAre(Field(&Project::slug, "b"), Field(&Project::slug, "a"),
                                          Field(&Project::slug, "u"), Field(&Project::slug, "v")));
}

TEST(ParseSite, KeepsUnknownMembersInTheirOrder) {
  const auto site = parse_site(
      R"({"$schema": "./s.json", "z": {"url": 1}, "tagline": "A", "owner": {"name": "N", "pets": []}, "a": [null]})");
  ASSERT_TRUE(site);
  EXPECT_EQ(boost::json::serialize(site->source),
            R"({"z":{"url":1},"tagline":"A","owner":{"name":"N","pets":[]},"a":[null]})");
}

TEST(ParseSite, ReadsTheDesignAndTheLabelsAndPublishesNeither) {
  const auto site = parse_site(
      R"({"tagline": "A", "owner": {"name": "N"},
          "design": {"accent": "#7a2e4d", "accent_dark": "#e8a3bd", "logo": "/a.svg", "portrait": "/b/c%20d.JPG",
                     "favicon": "/e.png", "motif": false, "footer": "Made by hand.", "x": 1},
          "labels": {"about": "About me", "contact_summary": "Ask {name}"}})");
  ASSERT_TRUE(site);
  EXPECT_EQ(site->design.accent, "#7a2e4d");
  EXPECT_EQ(site->design.accent_dark, "#e8a3bd");
  EXPECT_EQ(site->design.logo, "/a.svg");
  EXPECT_EQ(site->design.portrait, "/b/c%20d.JPG");
  EXPECT_EQ(site->design.favicon, "/e.png");
  EXPECT_FALSE(site->design.has_motif);
  EXPECT_EQ(site->design.footer, "Made by hand.");
  EXPECT_EQ(site->labels.size(), 2U);
  EXPECT_EQ(site->labels.at("about"), "About me");
  EXPECT_EQ(boost::json::serialize(site->source), R"({"tagline":"A","owner":{"name":"N"}})");
}

TEST(ParseSite, HasTheMotifUnlessTheDesignSaysOtherwise) {
  const auto site = parse_site(R"({"tagline": "A", "owner": {"name": "N"}, "design": {"accent": "#7a2e4d"}})");
  ASSERT_TRUE(site);
  EXPECT_TRUE(site->design.has_motif);
}

TEST(MinimalFaq, IsInTheLanguageOfTheSite) {
  EXPECT_EQ(minimal_faq("de-CH").questions.back().question, "Wie lange gilt ein Token?");
  EXPECT_EQ(minimal_faq("ko").questions.back().question, "How long is a token valid?");
  EXPECT_EQ(minimal_faq().questions.size(), 4U);
}

TEST(ParseSite, ReadsATextOfAMegabyte) {
  const std::string text(std::size_t{1} << 20U, 'x');
  const auto site =
      parse_site(R"({"tagline": ")" + text + R"(", "owner": {"name": "N"}, "links": [{"title": "l", "url": "https://)" +
                 text + R"("}]})");
  ASSERT_TRUE(site);
  EXPECT_EQ(site->tagline.size(), std::size_t{1} << 20U);
}

TEST(MinimalSite, ShowsTheNameAndIsAValidFile) {
  const Site site = minimal_site("Port Example");
  EXPECT_EQ(site.title, "Port Example");
  EXPECT_EQ(site.owner.name, "Port Example");
  const auto again = parse_site(boost::json::serialize(site.source));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->title, site.title);
  EXPECT_EQ(again->tagline, site.tagline);
  EXPECT_EQ(again->owner.name, site.owner.name);
}

using testing::ElementsAre;

std::vector<std::string> faq_errors(std::string_view json) {
  std::vector<std::string> all;
  const auto faq = parse_faq(json);
  if (faq) return all;
  for (const ContentError& error : faq.error()) all.push_back(describe(error));
  return all;
}

TEST(ParseFaq, ReadsQuestionsInTheirOrder) {
  const auto faq = parse_faq(R"({"updated": "2034", "questions": [
    {"question": "Why is it so?", "answer": "Because it has always been."},
    {"question": "How is it so?", "answer": "In the way it has always been."}]})");
  ASSERT_TRUE(faq);
  EXPECT_EQ(faq->updated, "2034");
  EXPECT_THAT(faq->questions, ElementsAre(testing::Field(&Question::question, "Why is it so?"),
                                          testing::Field(&Question::answer, "In the way it has always been.")));
}

TEST(ParseFaq, CountsCharactersNotBytes) {
  EXPECT_TRUE(parse_faq(R"({"questions": [{"question": "éééééééééé", "answer": "éééééééééééééééééééé"}]})"));
  EXPECT_THAT(faq_errors(R"({"questions": [{"question": "ééééééééé", "answer": "éééééééééééééééééééé"}]})"),
              ElementsAre("line 1: questions[0].question: shorter than 10 characters"));
}

TEST(ParseFaq, ReportsMistakesWithPlaceAndRemedy) {
  EXPECT_THAT(faq_errors("{}"), ElementsAre("line 1: questions: is missing"));
  EXPECT_THAT(faq_errors("{\n\"questions\": []}"), ElementsAre("line 2: questions: expected at least 1 item"));
  EXPECT_THAT(faq_errors("{\"questions\": [\n{\"question\": \"Is it short?\",\n\"answer\": \"Too short.\"}]}"),
              ElementsAre("line 3: questions[0].answer: shorter than 20 characters"));
  EXPECT_THAT(faq_errors("{\"questions\": [\n{\"question\": \"Is it there?\"}]}"),
              ElementsAre("line 2: questions[0].answer: is missing"));
}

TEST(MinimalFaq, IsValidAndNamesNoHost) {
  const Faq faq = minimal_faq();
  EXPECT_GE(faq.questions.size(), 3U);
  for (const Question& question : faq.questions) {
    EXPECT_GE(question.question.size(), 10U);
    EXPECT_GE(question.answer.size(), 20U);
    EXPECT_EQ(question.answer.find("://"), std::string::npos);
  }
}

TEST(DescribeContentError, NamesLineMemberAndFault) {
  EXPECT_EQ(describe({12, 0, "publications[2].date", "is missing"}), "line 12: publications[2].date: is missing");
  EXPECT_EQ(describe({0, 0, "", "the file is too large"}), "the file is too large");
  EXPECT_EQ(describe({3, 7, "", "broken"}), "line 3, column 7: broken");
}

}  // namespace
}  // namespace agent_access::content
