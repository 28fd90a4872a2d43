#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "site/content/load.hpp"

namespace agent_access::content {
namespace {

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
