// Addresses, slugs and keywords in the shapes of real files.
#include "site/sources/texts/foreign_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "site/content/text_form.hpp"
#include "unit/site/sources/text_row.hpp"

namespace agent_access::sources {
namespace {

using testing::ElementsAre;

TEST(FoldedWords, AreTheSameInEachSpelling) {
  const std::vector<TextRow> rows = {{"N° de Téléphone:", "n de telephone"},
                                     {"ＴＥＬ．", "tel"},
                                     {"STRASSE Straße", "strasse strasse"},
                                     {"プロジェクト・電話", "プロジェクト 電話"},
                                     {"추천인", "추천인"},
                                     {"references_on_request", "references on request"},
                                     {" -- ", ""},
                                     {"", ""}};
  for (const auto& [given, expected] : rows) EXPECT_EQ(folded_words(given), expected) << given;
}

TEST(SlugOf, HasAsciiLettersOnly) {
  const std::vector<TextRow> rows = {
      {"Quiet buoys: mooring noise", "quiet-buoys-mooring-noise"},
      {"Überraschung in Łódź: straße", "uberraschung-in-lodz-strasse"},
      {"Owner's ½ CO₂", "owners-1-2-co2"},
      {"数据作战室", ""},
      {"GPT 模型 2", "gpt-2"},
      {"  --  ", ""},
      {std::string(30, 'a') + " " + std::string(40, 'b'), std::string(30, 'a')},
  };
  for (const auto& [given, expected] : rows) {
    EXPECT_EQ(slug_of(given), expected) << given;
    EXPECT_TRUE(expected.empty() || content::slug_fault(expected).empty()) << given;
  }
}

TEST(AbsoluteUrl, CompletesWhatPeopleWrite) {
  const std::vector<TextRow> rows = {
      {"https://example.org/a", "https://example.org/a"},
      {"HTTP://example.org", "http://example.org"},
      {"example.org/x", "https://example.org/x"},
      {"www.example.org", "https://www.example.org"},
      {"//example.org/x", "https://example.org/x"},
      {"doi:10.1000/x", "https://doi.org/10.1000/x"},
      {"https://example.org/Köln x", "https://example.org/K%C3%B6ln%20x"},
      {"WWW.Example.ORG/x", "https://WWW.Example.ORG/x"},
      {"example.org:8080/x", "https://example.org:8080/x"},
      {"https://example.org/paper.pdf", "https://example.org/paper.pdf"},
      {"paper.pdf", ""},
      {"talk.pptx", ""},
      {"code.zip", ""},
      {"index.html#top", ""},
      {"x.bib", ""},
      {"Fig. 3.Left", ""},
      {"doi:see there", ""},
      {"robin@example.org", ""},
      {"mailto:robin@example.org", ""},
      {"not an address", ""},
      {"ftp://example.org", ""},
      {"https://köln.example/", ""},
      {"", ""},
  };
  for (const auto& [given, expected] : rows) EXPECT_EQ(absolute_url(given).value_or(""), expected) << given;
}

TEST(BareDoi, IsFoundBehindItsPrefixes) {
  for (const auto* text :
       {"10.1000/x", "doi:10.1000/x", "DOI: 10.1000/x", "https://doi.org/10.1000/x", "http://dx.doi.org/10.1000/x"}) {
    EXPECT_EQ(bare_doi(text), "10.1000/x") << text;
  }
  for (const auto* text : {"", "10.1000", "https://example.org/10.1000/x", "see 10.1000/x"}) {
    EXPECT_EQ(bare_doi(text), "") << text;
  }
}

TEST(KeywordsIn, AreSeparatedByOneMark) {
  EXPECT_THAT(keywords_in("noise, sea,, noise"), ElementsAre("noise", "sea"));
  EXPECT_THAT(keywords_in("noise, at sea; boats"), ElementsAre("noise, at sea", "boats"));
  EXPECT_THAT(keywords_in("quiet rooms\nnoise\n"), ElementsAre("quiet rooms", "noise"));
  EXPECT_THAT(keywords_in("noise, at sea;"), ElementsAre("noise, at sea"));
  EXPECT_THAT(keywords_in("quiet\nrooms, noise"), ElementsAre("quiet rooms", "noise"));
  for (const auto* text : {"安静；网络", "安静，网络", "安静、网络"}) {
    EXPECT_THAT(keywords_in(text), ElementsAre("安静", "网络")) << text;
  }
  EXPECT_THAT(keywords_in("صمت، ضوضاء"), ElementsAre("صمت", "ضوضاء"));
  EXPECT_THAT(keywords_in("صمت، هنا؛ ضوضاء"), ElementsAre("صمت، هنا", "ضوضاء"));
}

}  // namespace
}  // namespace agent_access::sources
