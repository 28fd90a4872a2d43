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
                 {"slug": "b", "title": "b", "date": "2031"}, {"slug": "e", "title": "e", "date": "2029", "until": "2030-05"}]})");
  ASSERT_TRUE(site);
  EXPECT_THAT(site->publications, ElementsAre(Field(&Publication::slug, "c"), Field(&Publication::slug, "b"),
                                              Field(&Publication::slug, "d"), Field(&Publication::slug, "a")));
  EXPECT_THAT(site->projects,
              ElementsAre(Field(&Project::slug, "b"), Field(&Project::slug, "e"), Field(&Project::slug, "a"),
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

TEST(ParseSite, ReadsWhatIsAddedAsIfItStoodInTheFile) {
  std::vector<ContentError> markup;
  const auto complete = [](boost::json::object& document) {
    document["owner"] = {{"name", "<b>N</b>"}};
    document["links"] = boost::json::array();
  };
  const auto site = parse_site(R"({"tagline": "<b>T</b>"})", markup, complete);
  ASSERT_TRUE(site);
  EXPECT_EQ(site->owner.name, "<b>N</b>");
  EXPECT_TRUE(site->source.contains("links"));
  ASSERT_EQ(markup.size(), 1U) << "only of the file itself";
  EXPECT_EQ(markup[0].member, "tagline");
}

TEST(ParseSite, NamesTheLineOfAFaultOnlyIfItIsInTheFile) {
  std::vector<ContentError> markup;
  const auto site = parse_site("{\n\"tagline\": 1}", markup,
                               [](boost::json::object& document) { document["owner"] = {{"name", 2}}; });
  ASSERT_FALSE(site);
  std::vector<std::string> errors;
  for (const auto& error : site.error()) errors.push_back(std::to_string(error.line) + " " + error.member);
  EXPECT_THAT(errors, ElementsAre("0 owner.name", "2 tagline"));
}

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

TEST(ParseFaq, TakesShortTextsOfAnyLanguageButNoEmptyOne) {
  EXPECT_TRUE(parse_faq(R"({"questions": [{"question": "你是谁？", "answer": "人"}]})"));
  EXPECT_THAT(faq_errors(R"({"questions": [{"question": "", "answer": "Yes."}]})"),
              ElementsAre("line 1: questions[0].question: is empty"));
}

TEST(ParseFaq, ReportsMistakesWithPlaceAndRemedy) {
  EXPECT_THAT(faq_errors("{}"), ElementsAre("line 1: questions: is missing"));
  EXPECT_THAT(faq_errors("{\n\"questions\": []}"), ElementsAre("line 2: questions: expected at least 1 item"));
  EXPECT_THAT(faq_errors("{\"questions\": [\n{\"question\": \"Is it short?\",\n\"answer\": \"\"}]}"),
              ElementsAre("line 3: questions[0].answer: is empty"));
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
