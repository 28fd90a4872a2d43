// Several files become one site: which one decides, by what works are found, and what is told apart.
#include "site/sources/joined_site.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "unit/site/sources/note_lines.hpp"

namespace agent_access::sources {
namespace {

namespace bj = boost::json;
using testing::ElementsAre;
using testing::IsEmpty;

bj::object object(std::string_view json) { return bj::parse(json).as_object(); }
bj::object works(std::string_view json) { return {{"publications", bj::parse(json)}}; }

Source source(std::string name, bj::object site, bj::array questions = {}) {
  return {std::move(name), SourceFormat::resume, {.site = std::move(site), .questions = std::move(questions)}};
}

/// What the owner's document is with what a source says.
bj::object completed(bj::object own, bj::object said) {
  add_missing(own, std::move(said));
  return own;
}

JoinedSources joined(std::vector<Source> sources) {
  auto result = join_sources(std::move(sources));
  EXPECT_TRUE(result) << result.error();
  return result ? std::move(*result) : JoinedSources{};
}

std::string error_of(std::vector<Source> sources) {
  const auto result = join_sources(std::move(sources));
  return result ? "" : result.error();
}

TEST(AddMissing, JoinsObjectsMemberByMemberAndTakesAListAsOneMember) {
  const auto site =
      completed(object(R"({"owner": {"name": "Kim"}, "links": [], "cv": {"positions": [{"title": "Mine"}]}})"),
                object(R"({"owner": {"name": "Robin", "summary": "S"}, "links": [{"title": "L"}], "tagline": "T",
                 "cv": {"positions": [{"title": "Theirs"}, {"title": "More"}], "awards": [{"name": "A"}]}})"));
  EXPECT_EQ(site, object(R"({"owner": {"name": "Kim", "summary": "S"}, "links": [], "tagline": "T",
                             "cv": {"positions": [{"title": "Mine"}], "awards": [{"name": "A"}]}})"));
}

TEST(AddMissing, FindsAWorkByDoiThenByKeyThenByTitleWithYear) {
  const auto site = completed(works(R"([
      {"doi": "10.1000/A", "topics": ["by doi"]},
      {"key": "b", "title": "Another title", "topics": ["by key"]},
      {"title": "The  sea!", "date": "2020", "topics": ["by title"]},
      {"title": "Undated", "topics": ["by title alone"]}])"),
                              works(R"([
      {"key": "d", "title": "Undated", "date": "2019"},
      {"key": "c", "title": "The Sea", "date": "2020-05"},
      {"key": "b", "title": "B", "venue": "V"},
      {"key": "a", "title": "A", "doi": "10.1000/a"}])"));
  EXPECT_EQ(site, works(R"([
      {"doi": "10.1000/A", "topics": ["by doi"], "key": "a", "title": "A"},
      {"key": "b", "title": "Another title", "topics": ["by key"], "venue": "V"},
      {"title": "The  sea!", "date": "2020", "topics": ["by title"], "key": "c"},
      {"title": "Undated", "topics": ["by title alone"], "key": "d", "date": "2019"}])"));
}

TEST(AddMissing, KeepsWorksOfOneTitleApartIfTheirYearsOrDoisDiffer) {
  const auto own = works(R"([{"title": "Editorial", "date": "2020"}, {"title": "Quiet", "doi": "10.1000/a"}])");
  const auto said = works(R"([{"title": "Editorial", "date": "2021"}, {"title": "Quiet", "doi": "10.1000/b"},
                              {"title": "Editorial", "date": "2020"}, {"title": "Editorial", "date": "2020"}])");
  const auto site = completed(own, said);
  EXPECT_EQ(site.at("publications").as_array().size(), 5U) << bj::serialize(site);
}

TEST(AddMissing, FindsProjectsAndSectionsByTitle) {
  const auto site = completed(object(R"({"projects": [{"title": "Hush", "status": "new"}],
                                         "cv": {"sections": [{"title": "Teaching", "items": []}]}})"),
                              object(R"({"projects": [{"title": "hush", "url": "u"}, {"title": "Loud"}],
                                         "cv": {"sections": [{"title": "Teaching", "items": [1]}, {"title": "Interests"}]}})"));
  EXPECT_EQ(site, object(R"({"projects": [{"title": "Hush", "status": "new", "url": "u"}, {"title": "Loud"}],
                             "cv": {"sections": [{"title": "Teaching", "items": []}, {"title": "Interests"}]}})"));
}

TEST(AddMissing, LeavesMistakesToTheReaderOfTheDocument) {
  EXPECT_EQ(completed(object(R"({"owner": "Kim", "publications": [1, null, {"title": 2}]})"),
                      object(R"({"owner": {"name": "R"}, "publications": [{"title": "T"}]})")),
            object(R"({"owner": "Kim", "publications": [1, null, {"title": 2}, {"title": "T"}]})"));
}

TEST(JoinSources, TakesAWorkOfTwoSourcesOnceAndSaysSo) {
  const auto result =
      joined({source("a.bib", works(R"([{"key": "x", "title": "Quiet", "date": "2020"}])")),
              source("b.ris", works(R"([{"key": "y", "title": "quiet", "date": "2020", "venue": "V"}])"))});
  EXPECT_EQ(result.site, works(R"([{"key": "x", "title": "Quiet", "date": "2020", "venue": "V"}])"));
  EXPECT_THAT(result.repeated, ElementsAre("b.ris: an earlier file has these already: 1 of publications"));
}

TEST(JoinSources, FindsAWorkByTheDoiThatASourceBeforeHasAdded) {
  const auto result = joined({source("a", works(R"([{"title": "Quiet", "date": "2020"}])")),
                              source("b", works(R"([{"title": "Quiet", "date": "2020", "doi": "10.1000/a"}])")),
                              source("c", works(R"([{"title": "Stille", "doi": "10.1000/A", "venue": "V"}])"))});
  EXPECT_EQ(result.site, works(R"([{"title": "Quiet", "date": "2020", "doi": "10.1000/a", "venue": "V"}])"));
}

TEST(JoinSources, KeepsWorksApartThatShareAKeyAlone) {
  const auto result = joined({source("a.bib", works(R"([{"key": "x", "title": "One"}])")),
                              source("b.bib", works(R"([{"key": "x", "title": "Two"}])"))});
  EXPECT_EQ(result.site, works(R"([{"key": "x", "title": "One"}, {"key": "x#2", "title": "Two"}])"));
  EXPECT_THAT(result.repeated, IsEmpty());
}

TEST(JoinSources, SaysWhatALaterResumeRepeats) {
  const auto result = joined(
      {source("resume.json", object(R"({"owner": {"name": "Kim Sample"}, "cv": {"positions": [1]}})")),
       source(
           "cv.yml",
           object(R"({"owner": {"name": "Kim  Sample", "summary": "S"}, "cv": {"positions": [2], "skills": [3]}})"))});
  EXPECT_EQ(result.site, object(R"({"owner": {"name": "Kim Sample", "summary": "S"},
                                    "cv": {"positions": [1], "skills": [3]}, "tagline": "S"})"));
  EXPECT_THAT(result.repeated, ElementsAre("cv.yml: an earlier file has these already: owner.name, cv.positions"));
}

TEST(JoinSources, TellsTwoPersonsApart) {
  EXPECT_EQ(error_of({source("a.json", object(R"({"owner": {"name": "Kim"}})")), source("p.bib", works("[]")),
                      source("b.json", object(R"({"owner": {"name": "Robin"}})"))}),
            "a.json is about Kim, b.json is about Robin; a site has one owner: name one of the two files, or give both "
            "the same name");
}

TEST(JoinSources, TellsTwoLanguagesOfOneResumeApart) {
  EXPECT_EQ(error_of({source("a.json", object(R"({"owner": {"name": "Kim"}, "language": "en"})")),
                      source("a.de.json", object(R"({"owner": {"name": "Kim"}, "language": "de"})"))}),
            "a.json is in the language en, a.de.json is in the language de; a site has one language: name one of the "
            "two files, and make a site of its own of the other");
}

TEST(JoinSources, HasTheLanguageOfTheResume) {
  const auto papers = [] { return source("p.bib", object(R"({"language": "en"})")); };
  EXPECT_EQ(joined({papers(), source("a.json", object(R"({"owner": {"name": "Kim"}, "language": "de-CH"})")),
                    source("b.json", object(R"({"owner": {"name": "Kim"}})"))})
                .site.at("language"),
            "de-CH");
  EXPECT_EQ(joined({source("a.json", object(R"({"owner": {"name": "Kim"}})")), papers()}).site.at("language"), "en");
}

TEST(JoinSources, TakesTheFirstSentenceOfAShortSummaryAsTagline) {
  EXPECT_EQ(
      joined({source("a", object(R"({"owner": {"summary": "Builds quiet things. And more."}})"))}).site.at("tagline"),
      "Builds quiet things.");
  EXPECT_EQ(joined({source("a", object(R"({"tagline": "T", "owner": {"summary": "S."}})"))}).site.at("tagline"), "T");
  EXPECT_FALSE(joined({source("a", {{"owner", {{"summary", std::string(121, 'x')}}}})}).site.contains("tagline"));
}

TEST(NoteNumbersOfOthers, NamesTheTextAndTheFileThatWithholdsIt) {
  std::vector<Source> sources;
  sources.push_back(source("resume.json", object(R"({"owner": {"name": "R", "summary": "079 555 01 00"}})")));
  sources.back().said.withheld_numbers = {{.digits = "5550100", .place = "basics.phone"}};
  sources.push_back(source("cv.yaml", object(R"({"projects": [{"title": "P", "text": ["Call +41 79 555 01 00"]}]})"),
                           bj::parse(R"([{"question": "Q", "answer": "https://wa.me/41795550100"}])").as_array()));
  note_numbers_of_others(sources);
  constexpr std::string_view kOthers =
      ": publishes the telephone number of basics.phone in resume.json; take it out of this text, or name \"phone\" in "
      "content.publish";
  EXPECT_THAT(note_lines(sources[0].said.notes), IsEmpty());
  EXPECT_THAT(note_lines(sources[1].said.notes), ElementsAre("0 projects[0].text[0]" + std::string(kOthers),
                                                             "0 questions[0].answer" + std::string(kOthers)));
  EXPECT_THAT(joined(std::move(sources)).withheld_numbers,
              ElementsAre(WithheldNumber{.digits = "5550100", .place = "basics.phone in resume.json"}));
}

TEST(AddQuestions, AddsThoseThatAreNotAskedYet) {
  bj::object faq = object(R"({"questions": [{"question": "How quiet is it?", "answer": "Mine."}]})");
  add_questions(faq, bj::parse(R"([{"question": "How quiet is it", "answer": "Theirs."},
                                   {"question": "Who measures?", "answer": "Kim."}])")
                         .as_array());
  EXPECT_EQ(faq, object(R"({"questions": [{"question": "How quiet is it?", "answer": "Mine."},
                                          {"question": "Who measures?", "answer": "Kim."}]})"));
}

TEST(AddSlugs, AreOfTheKeyElseOfTitleAndYearAndUnique) {
  auto site = works(R"([
      {"slug": "quiet-2020", "title": "Own"},
      {"key": "DBLP:conf/x/Y20", "title": "T"},
      {"key": "dblp-conf-x-y20", "title": "T"},
      {"title": "Quiet", "date": "2020-05"},
      {"title": "Quiet", "date": "2021"},
      {"title": "数据", "date": "2021"},
      {"title": "数据"}])");
  site["projects"] = bj::parse(R"([{"title": "Hush"}, {"title": "Hush"}])");
  add_slugs(site);
  std::vector<std::string> slugs;
  for (const auto* list : {"publications", "projects"}) {
    for (const auto& item : site.at(list).as_array()) slugs.emplace_back(item.at("slug").as_string());
  }
  EXPECT_THAT(slugs, ElementsAre("quiet-2020", "dblp-conf-x-y20", "dblp-conf-x-y20-2", "quiet-2020-2", "quiet-2021",
                                 "publication-2021", "publication", "hush", "hush-2"));
}

}  // namespace
}  // namespace agent_access::sources
