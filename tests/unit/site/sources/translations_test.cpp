#include "site/sources/translations.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <utility>

#include "unit/site/sources/note_lines.hpp"

namespace agent_access::sources {
namespace {

namespace bj = boost::json;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(LanguageTag, IsReadAsFilesWriteIt) {
  for (const auto& [name, tag] : {std::pair("de", "de"),
                                  {"de_AT", "de-AT"},
                                  {"zh-Hant-TW", "zh-Hant-TW"},
                                  {"German", "de"},
                                  {"ngerman", "de"},
                                  {"", ""},
                                  {"Klingon", ""}}) {
    EXPECT_EQ(language_tag(name), tag) << name;
  }
}

TEST(InOneLanguage, TakesTheFirstOfTheFirstText) {
  std::vector<SourceNote> notes;
  const auto source = bj::parse(R"({"basics": {"label": {"de": "Entwicklerin", "en": "Developer"},
    "summary": {"en": "Builds.", "de": "Baut."}, "location": {"city": {"fr": "Genève"}}}})");
  const auto translation = in_one_language(source, notes);
  EXPECT_EQ(translation.language, "de");
  EXPECT_EQ(translation.resume,
            bj::parse(R"({"basics": {"label": "Entwicklerin", "summary": "Baut.", "location": {"city": "Genève"}}})"));
  EXPECT_THAT(note_lines(notes),
              ElementsAre("0 basics.label: took the text in de; left out the one in en, as a site has one language",
                          "0 basics.summary: took the text in de; left out the one in en, as a site has one language"));
}

TEST(InOneLanguage, TakesThatWhichTheFileNames) {
  std::vector<SourceNote> notes;
  const auto source = bj::parse(
      R"({"meta": {"language": "en-GB"}, "work": [{"highlights": {"de": ["a"], "en": ["b"]}}, {"summary": {"de": "c", "fr": "d"}}]})");
  const auto translation = in_one_language(source, notes);
  EXPECT_EQ(translation.language, "en-GB");
  EXPECT_EQ(bj::serialize(translation.resume.at("work")), R"([{"highlights":["b"]},{"summary":"c"}])");
}

TEST(InOneLanguage, LeavesOtherObjects) {
  std::vector<SourceNote> notes;
  const auto source = bj::parse(R"({"a": {"url": "x", "de": "y"}, "b": {}, "c": {"city": "z"}, "d": {"to": "1"}})");
  const auto translation = in_one_language(source, notes);
  EXPECT_EQ(translation.resume, source);
  EXPECT_EQ(translation.language, "");
  EXPECT_THAT(notes, IsEmpty());
}

}  // namespace
}  // namespace agent_access::sources
