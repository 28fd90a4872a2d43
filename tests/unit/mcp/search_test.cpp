// Words and their comparison, and what an index finds. What a client sees is in tests/conformance, where the same
// queries go to the module of pages.
#include "mcp/search.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "mcp/words.hpp"

namespace agent_access::mcp {
namespace {

using Source = SearchIndex::Source;

std::vector<std::string> texts_in(std::string_view text) {
  std::vector<std::string> texts;
  for (const Word& word : words_in(text)) texts.emplace_back(word.in(text));
  return texts;
}

SearchIndex::Result found(const std::vector<Source>& sources, std::string_view query) {
  return SearchIndex(sources).search(query).value();
}

std::vector<std::size_t> documents_found(const std::vector<Source>& sources, std::string_view query) {
  std::vector<std::size_t> documents;
  for (const auto& hit : found(sources, query).hits) documents.push_back(hit.document);
  return documents;
}

TEST(McpWords, AreLettersAndNumbersWithSignsOfLanguages) {
  EXPECT_EQ(texts_in("C++ and C#, naïve 3D—Ἀθῆναι (x)"),
            (std::vector<std::string>{"C++", "and", "C#", "naïve", "3D", "Ἀθῆναι", "x"}));
  EXPECT_EQ(texts_in("e\u0301te\u0301 C+a"), (std::vector<std::string>{"e\u0301te\u0301", "C+", "a"}));
}

TEST(McpWords, ArePairsOfLettersInScriptsWithoutSpaces) {
  EXPECT_EQ(texts_in("漢字とカ"), (std::vector<std::string>{"漢字", "字と", "とカ", "カ"}));
  EXPECT_EQ(texts_in("見本 太"), (std::vector<std::string>{"見本", "本 太", "太"})) << "also over a space";
  EXPECT_EQ(texts_in("見  太"), (std::vector<std::string>{"見", "太"})) << "but not over two";
  EXPECT_EQ(texts_in("2031年、CNOTを"), (std::vector<std::string>{"2031", "年", "CNOT", "を"}));
  EXPECT_EQ(texts_in("ที่"), (std::vector<std::string>{"ท"})) << "marks are no letters";
}

TEST(McpWords, AreFoldedWithoutCaseAccentsAndLigatures) {
  EXPECT_EQ(folded("Straße"), U"strasse");
  EXPECT_EQ(folded("ÉCOLE"), U"ecole");
  EXPECT_EQ(folded("Łódź"), U"lodz");
  EXPECT_EQ(folded("ŒUVRE"), U"oeuvre");
  EXPECT_EQ(folded("ﬁn"), U"fin");
  EXPECT_EQ(folded("Ærø"), U"aero");
  EXPECT_EQ(folded("ΟΔΟΣ"), U"οδοσ");
  EXPECT_EQ(folded("本 太"), U"本太");
  EXPECT_EQ(folded(""), U"");
}

TEST(McpWords, AreFoldedWithoutTheArabicArticle) {
  EXPECT_EQ(folded("والبحر"), U"بحر");
  EXPECT_EQ(folded("للأطفال"), U"اطفال");
  EXPECT_EQ(folded("الألمانية"), folded("ألمانيه")) << "the root begins like an article";
  EXPECT_EQ(folded("الم"), U"الم") << "two letters must be left";
}

TEST(McpWords, AreAlikeIfTheirEndingsDiffer) {
  EXPECT_TRUE(is_alike(U"genes", U"gene"));
  EXPECT_TRUE(is_alike(U"map", U"maps"));
  EXPECT_TRUE(is_alike(U"opening", U"open"));
  EXPECT_TRUE(is_alike(U"accessibilite", U"accessibles")) << "six tenths are equal";
  EXPECT_FALSE(is_alike(U"genetic", U"gene"));
  EXPECT_FALSE(is_alike(U"boat", U"boar")) << "three letters are too few unless one word has no others";
  EXPECT_FALSE(is_alike(U"as", U"a"));
}

TEST(McpWords, MayBeAPartOfTheOtherOrHaveAMistake) {
  EXPECT_TRUE(may_be(U"safety", U"saftey"));
  EXPECT_TRUE(may_be(U"uberlast", U"ueberlast"));
  EXPECT_TRUE(may_be(U"serigraphie", U"serigrafie"));
  EXPECT_TRUE(may_be(U"contact", U"contactgegevens"));
  EXPECT_FALSE(may_be(U"polar", U"power")) << "a third of the letters may differ";
  EXPECT_FALSE(may_be(U"tail", U"tall")) << "a word has five letters";
}

TEST(McpSearch, FindsTitlesBeforeTexts) {
  EXPECT_EQ(documents_found({{"Other", "about tides", ""}, {"Tides", "about other", ""}}, "tides"),
            (std::vector<std::size_t>{1, 0}));
}

TEST(McpSearch, CountsTheFirstTwelveWordsOfAQuery) {
  const std::vector<Source> sources = {{"Alpha", "", ""}, {"Omega", "", ""}};
  const std::string twelve = "alpha b1 c2 d3 e4 f5 g6 h7 i8 j9 k10 l11";
  EXPECT_EQ(documents_found(sources, twelve + " omega"), (std::vector<std::size_t>{0}));
  EXPECT_EQ(documents_found(sources, "alpha alpha " + twelve.substr(0, 35) + " omega"),
            (std::vector<std::size_t>{0, 1}));
}

TEST(McpSearch, PrefersDocumentsWithAllWords) {
  const std::vector<Source> sources = {
      {"a", "harbour harbour harbour", ""}, {"b", "harbour evenings", ""}, {"c", "x", ""}};
  EXPECT_EQ(documents_found(sources, "harbour evenings").front(), 1U);
}

TEST(McpSearch, PrefersDocumentsWithTheWholeAddress) {
  const std::vector<Source> sources = {
      {"Robin Example", "of a com", ""}, {"Contact", "robin@example.com", ""}, {"x", "", ""}};
  EXPECT_EQ(documents_found(sources, "robin@example.com"), (std::vector<std::size_t>{1, 0}));
  EXPECT_EQ(documents_found(sources, "robin example").front(), 0U);
}

TEST(McpSearch, FindsWhatAWordNames) {
  const std::vector<Source> sources = {{"Lamps", "", "", name_bit("publications") | name_bit("book")},
                                       {"MSc", "", "", name_bit("education")},
                                       {"Danish", "", "", name_bit("languages")}};
  EXPECT_EQ(documents_found(sources, "Which books has he written?"), (std::vector<std::size_t>{0}));
  EXPECT_EQ(documents_found(sources, "Quel est son diplôme ?"), (std::vector<std::size_t>{1}));
  EXPECT_EQ(documents_found(sources, "她会说什么语言"), (std::vector<std::size_t>{2}));
  EXPECT_EQ(name_bit("novel"), 0U);
}

TEST(McpSearch, NamesTheWordsThatAreNotThere) {
  const auto missing = [](std::string_view query) {
    return found({{"Harbour safety", "日本語", ""}}, query).not_found;
  };
  EXPECT_EQ(missing("harbours"), std::vector<std::string>{});
  EXPECT_EQ(missing("The Quantum harbour"), std::vector<std::string>{"Quantum"});
  EXPECT_EQ(missing("harbour saftey"), std::vector<std::string>{"saftey"}) << "also if it is found with a mistake";
  EXPECT_EQ(missing("日本料理"), std::vector<std::string>{"本料理"});
}

TEST(McpSearch, HasScoresInThousandths) {
  const auto hits = found({{"Summary", "one two", ""}, {"Other", "two three four", ""}}, "one").hits;
  ASSERT_EQ(hits.size(), 1U);
  EXPECT_EQ(hits[0].score, 485) << "0.7 in the text, by the rarity ln(1 + 1.5 / 1.5)";
}

TEST(McpSearch, HasNoResultForAQueryWithoutWords) {
  EXPECT_EQ(SearchIndex({{"a", "b", ""}}).search("?!").has_value(), false);
  EXPECT_EQ(found({}, "word").hits.size(), 0U);
}

std::string snippet_of(const std::string& text, std::string_view query) {
  const SearchIndex index({{"", text, ""}});
  return index.snippet(0, index.search(query).value().masks);
}

TEST(McpSnippet, IsTheWholeTextIfItIsShort) { EXPECT_EQ(snippet_of("(short text)", "text"), "(short text)"); }

TEST(McpSnippet, IsTwentyFourWordsAroundTheFirstThatMatches) {
  std::string text;
  for (int count = 0; count < 100; ++count) text += "w" + std::to_string(count) + ". ";
  const std::string cut = snippet_of(text, "w50 w60");
  EXPECT_TRUE(cut.starts_with("…w42. w43. ")) << cut;
  EXPECT_TRUE(cut.ends_with(" w65.…")) << cut;
  EXPECT_TRUE(snippet_of(text, "zeppelin").starts_with("w0. ")) << "there is no such word";
}

// What a search of the site finds, and the members of its results.

namespace bj = boost::json;

std::vector<std::string> titles_found(std::string_view site_json, std::string_view query) {
  const auto documents = publish::Catalogue({{"/api/site.json", "application/json", std::string(site_json)}});
  const Site site = Site::read(documents, "https://example.com");
  const auto found = SiteSearch(site).content(query, 50);
  std::vector<std::string> titles;
  if (!found) return {found.error()};
  for (const bj::value& result : found->at("results").as_array()) {
    titles.emplace_back(result.as_object().at("title").as_string());
  }
  return titles;
}

TEST(McpSiteSearch, JoinsTheTitleOfAnEntryOfTheCvFromThePartsThatItHas) {
  EXPECT_EQ(titles_found(R"({"cv":{"positions":[{"title":"Clock keeper","organisation":"Harbour"}]}})", "harbour"),
            std::vector<std::string>{"Clock keeper, Harbour"});
  EXPECT_EQ(titles_found(R"({"cv":{"positions":[{"organisation":"Harbour"}]}})", "harbour"),
            std::vector<std::string>{"Harbour"});
  EXPECT_EQ(titles_found(R"({"cv":{"education":[{"degree":"Optics"}]}})", "optics"),
            std::vector<std::string>{"Optics"});
  EXPECT_EQ(titles_found(R"({"cv":{"skills":[{"items":["optics"]}]}})", "optics"), std::vector<std::string>{""});
}

TEST(McpSiteSearch, FindsAnItemWithoutATitle) {
  EXPECT_EQ(titles_found(R"({"publications":[{"slug":"a","summary":"On buoys"}]})", "buoys"),
            std::vector<std::string>{""});
}

}  // namespace
}  // namespace agent_access::mcp
