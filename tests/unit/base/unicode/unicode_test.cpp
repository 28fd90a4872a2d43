#include "base/unicode/unicode.hpp"

#include <gtest/gtest.h>

#include <string>

namespace agent_access::base {
namespace {

TEST(ColumnsOf, CountsWhatATerminalShows) {
  EXPECT_EQ(columns_of("abc"), 3U);
  EXPECT_EQ(columns_of("äé"), 2U);
  EXPECT_EQ(columns_of("e\u0301"), 1U);
  EXPECT_EQ(columns_of("日本"), 4U);
  EXPECT_EQ(columns_of(""), 0U);
}

TEST(Normalized, ComposesAccents) {
  EXPECT_EQ(normalized("Mu\u0308ller", NormalForm::composed), "M\u00fcller");
  EXPECT_EQ(normalized("\ufb01n \u2460", NormalForm::composed), "\ufb01n \u2460");
  EXPECT_EQ(normalized("", NormalForm::composed), "");
}

TEST(Normalized, DecomposesAndReplacesCompatibleCharacters) {
  EXPECT_EQ(normalized("M\u00fcller \ufb01n \u2460 \uff21", NormalForm::compatible), "Mu\u0308ller fin 1 A");
  EXPECT_EQ(normalized("\uac00", NormalForm::compatible), "\u1100\u1161");
}

TEST(Normalized, ReplacesWhatIsNotUtf8) {
  for (const auto form : {NormalForm::composed, NormalForm::compatible}) {
    EXPECT_EQ(normalized("e\xCC", form), "e\uFFFD");
  }
}

TEST(WithoutCase, IsTheSameForNamesThatDifferInCaseOrInTheFormOfAccents) {
  const auto expect_same = [](std::string_view one, std::string_view other) {
    EXPECT_EQ(without_case(one), without_case(other)) << one << " " << other;
  };
  expect_same("AGENTS.md", "agents.MD");
  expect_same("\u00c9t\u00e9", "e\u0301te\u0301");
  expect_same("Stra\u00dfe", "STRASSE");
  expect_same("\u1e9e", "ss");
  expect_same("\u03a3\u03af\u03c3\u03c5\u03c6\u03bf\u03c2", "\u03c3\u03af\u03c3\u03c5\u03c6\u03bf\u03c3");
  expect_same("\u212a", "k");
  expect_same("E\xCC", "e\xCC");
  EXPECT_NE(without_case("\u0131"), without_case("i"));
  EXPECT_NE(without_case("a"), without_case("\u00e4"));
}

TEST(FirstLetter, HasCodeAndSize) {
  const auto expect = [](std::string_view text, char32_t code, std::size_t size) {
    const auto letter = first_letter(text);
    EXPECT_EQ(letter.code, code) << text;
    EXPECT_EQ(letter.size, size) << text;
  };
  expect("abc", U'a', 1);
  expect("\u00e4b", U'\u00e4', 2);
  expect("\u65e5", U'\u65e5', 3);
  expect("\U0001F600b", U'\U0001F600', 4);
  expect("\xFFxy", U'\uFFFD', 1);
}

TEST(KindOf, TellsLettersAndNumbersFromMarksAndOthers) {
  for (const char32_t letter : U"aZ5\u00e4\u0416\u65e5\u0e01\u2167\u00b2") {
    if (letter == 0) continue;
    EXPECT_EQ(kind_of(letter), LetterKind::word) << static_cast<unsigned>(letter);
  }
  for (const char32_t letter : {U'\u0301', U'\u0e31', U'\u20dd'}) EXPECT_EQ(kind_of(letter), LetterKind::mark);
  for (const char32_t letter : {U' ', U'-', U'+', U'\u3002', U'\uFFFD'}) EXPECT_EQ(kind_of(letter), LetterKind::other);
}

TEST(LowerLetter, IsOneLetter) {
  EXPECT_EQ(lower_letter(U'A'), U'a');
  EXPECT_EQ(lower_letter(U'\u00c4'), U'\u00e4');
  EXPECT_EQ(lower_letter(U'\u0130'), U'i');
  EXPECT_EQ(lower_letter(U'\u03a3'), U'\u03c3');
  EXPECT_EQ(lower_letter(U'1'), U'1');
}

}  // namespace
}  // namespace agent_access::base
