// BibTeX's grammar, and what people write instead.
#include "site/sources/works/bibtex_entries.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "unit/site/sources/note_lines.hpp"

namespace agent_access::sources {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// "type key: name=value; name=value" of each entry.
std::vector<std::string> entries(const BibtexFile& file) {
  std::vector<std::string> texts;
  for (const auto& entry : file.entries) {
    auto text = entry.type + " " + entry.key + ":";
    for (const auto& [name, field] : entry.fields) text += " " + name + "=" + field.value + ";";
    texts.push_back(text);
  }
  return texts;
}
std::vector<std::string> entries(std::string_view text) { return entries(read_bibtex_entries(text)); }

std::vector<std::string> notes_of_entries(std::string_view text) { return note_lines(read_bibtex_entries(text).notes); }

TEST(ReadBibtexEntries, TakesBracesQuotesNumbersAndParentheses) {
  EXPECT_THAT(entries("text me@example.org {x}\n@ARTICLE (p1,\n AUTHOR = \"Mia {\"}Quiet{\"} Muster\", Title={A {B}}, "
                      "year = 2001)\n"
                      "@ misc { sp1 , note = {x} , }"),
              ElementsAre("article p1: author=Mia {\"}Quiet{\"} Muster; title=A {B}; year=2001;", "misc sp1: note=x;"));
}

TEST(ReadBibtexEntries, JoinsStrings) {
  EXPECT_THAT(entries("@string(jex = \"Journal of \" # {Examples})\n@STRING{ jexl = JEX # \", Letters\" }\n"
                      "@misc{a, journal = jexl, month = feb # \"~29\", pages = 12--20, number = , note={}}"),
              ElementsAre("misc a: journal=Journal of Examples, Letters; month=feb~29; note=; number=; pages=12--20;"));
  EXPECT_THAT(notes_of_entries("@misc{a, title = foo # \" and more\"}\n@misc{b, title = foo}"),
              ElementsAre("1 a: \"foo\" is not defined by a @string; the name is taken"));
}

TEST(ReadBibtexEntries, NeedsNoKeyAndNoComma) {
  EXPECT_THAT(entries("@a{, t={1}}\n@a{ t={2}}\n@a{s 4, t={3}}\n@a{k\n t={4} u={5}}\n@a{DBLP:x/y+z'1, t={6},, u=7}"),
              ElementsAre("a : t=1;", "a : t=2;", "a s 4: t=3;", "a k: t=4; u=5;", "a DBLP:x/y+z'1: t=6; u=7;"));
}

TEST(ReadBibtexEntries, SkipsWhatIsNoEntry) {
  constexpr std::string_view kText =
      "---\n% @misc{hidden, t={1}}\n@comment{jabref-meta: x;}\n@comment{@misc{inside, t={1}}}\n"
      "@preamble{\"\\newcommand{\\noopsort}[1]{} \" # \"x\"}\n@comment no brace\n@misc{a, t={1}, % of the line\n "
      "u={2}}";
  EXPECT_THAT(entries(kText), ElementsAre("misc a: t=1; u=2;"));
  EXPECT_THAT(notes_of_entries(kText), IsEmpty());
  EXPECT_THAT(entries("me@article{a, t={1}}"), ElementsAre("article a: t=1;"));
}

TEST(ReadBibtexEntries, LeavesOutADamagedEntryAndReadsTheNext) {
  constexpr std::string_view kText =
      "@article{a, title={Unclosed brace, journal=J}\n\n@article{b, title={B}}\n@misc{c, title = \"open, year = 1}\n"
      "@misc{d, title={D}}, year=2003}\n@misc{e, title {E}}\n@misc{f, title={F}}\n@misc{g, title={G}";
  EXPECT_THAT(entries(kText), ElementsAre("article b: title=B;", "misc d: title=D;", "misc f: title=F;"));
  EXPECT_THAT(notes_of_entries(kText),
              ElementsAre("1 a: is not closed before the next entry or the end of the file (line 3); left out",
                          "4 c: has a quote that is not closed (line 4); left out",
                          "5 d: ends before \"year\"; remove a closing brace",
                          "6 e: is damaged: expected a field, a comma or the end of the entry (line 6); left out",
                          "8 g: is not closed before the next entry or the end of the file (line 8); left out"));
}

TEST(ReadBibtexEntries, SkipsOneLineOfACommentThatIsNotClosed) {
  EXPECT_THAT(entries("@comment{ open\n@misc{a, t={1}}\n@comment{ again\n@misc{b, t={2}}"),
              ElementsAre("misc a: t=1;", "misc b: t=2;"));
}

TEST(ReadBibtexEntries, TakesTheFirstOfTwoFields) {
  EXPECT_THAT(entries("@misc{a, t={1}, T={2}}"), ElementsAre("misc a: t=1;"));
  EXPECT_THAT(notes_of_entries("@misc{a, t={1},\n T={2}}"), ElementsAre("2 a.t: stands twice; the first one is taken"));
}

TEST(ReadBibtexEntries, BoundsWhatStringsExpandTo) {
  std::string text = "@string{a0 = {aaaaaaaaaa}}\n";
  for (int i = 0; i < 39; ++i) {
    const auto name = "a" + std::to_string(i);
    text += "@string{a" + std::to_string(i + 1) + " = " + name + " # " + name + "}\n";
  }
  text += "@misc{x, title = a39, note = a1}";
  EXPECT_THAT(entries(text), ElementsAre("misc x: note=aaaaaaaaaaaaaaaaaaaa;"));
  EXPECT_THAT(notes_of_entries(text).back(),
              "41 x.title: is longer than 64 KiB with what its @string stands for; left out");
  EXPECT_THAT(entries("@misc{x, title={" + std::string(100'000, 'a') + "}}").front().size(), 100'015U);
}

TEST(ReadBibtexEntries, BoundsNestingAndTheNumberOfEntries) {
  EXPECT_THAT(entries("@misc{x, title={" + std::string(200, '{') + std::string(200, '}') + "}}\n@misc{y, t=1}"),
              ElementsAre("misc y: t=1;"));
  std::string many;
  for (int i = 0; i < 50'001; ++i) many += "@a{,}\n";
  EXPECT_EQ(read_bibtex_entries(many).entries.size(), 50'000U);
  EXPECT_THAT(notes_of_entries(many), ElementsAre("50001 : has more than 50,000 entries; the others are left out"));
}

}  // namespace
}  // namespace agent_access::sources
