// The search index: its ranking is that of web/browser-tools.js, with which tests/conformance compares it, too.
#include "mcp/search.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "mcp/query.hpp"

namespace agent_access::mcp {
namespace {

using Source = SearchIndex::Source;

std::vector<std::size_t> found(const SearchIndex& index, std::string_view query) {
  const auto hits = index.rank(query).value();
  std::vector<std::size_t> documents;
  for (const auto& hit : hits) documents.push_back(hit.document);
  return documents;
}

TEST(McpWords, AreLettersAndNumbersWithSignsOfLanguages) {
  std::vector<std::string> texts;
  for (const Word& word : words_in("C++ and C#, naïve 3D—Ἀθῆναι (x)")) texts.emplace_back(word.text);
  EXPECT_EQ(texts, (std::vector<std::string>{"C++", "and", "C#", "naïve", "3D", "Ἀθῆναι", "x"}));
}

TEST(McpWords, AreSingleCharactersInScriptsWithoutSpaces) {
  std::vector<std::string> texts;
  for (const Word& word : words_in("漢字とカナ ไทย")) texts.emplace_back(word.text);
  EXPECT_EQ(texts, (std::vector<std::string>{"漢", "字", "と", "カ", "ナ", "ไ", "ท", "ย"}));
}

TEST(McpWords, AreFoldedWithoutCaseAccentsAndLigatures) {
  EXPECT_EQ(folded("Straße"), u"strasse");
  EXPECT_EQ(folded("ÉCOLE"), u"ecole");
  EXPECT_EQ(folded("Łódź"), u"lodz");
  EXPECT_EQ(folded("ŒUVRE"), u"oeuvre");
  EXPECT_EQ(folded("ﬁn"), u"fin");
  EXPECT_EQ(folded("Ærø"), u"aero");
  EXPECT_EQ(folded("ΟΔΟΣ"), u"οδος");
}

TEST(McpWords, AreAlikeIfOneIsTheBeginningOfTheOther) {
  EXPECT_EQ(likeness(u"agent", u"agent"), 1);
  EXPECT_EQ(likeness(u"agents", u"agent"), 0.6);
  EXPECT_EQ(likeness(u"agent", u"agents"), 0.5);
  EXPECT_EQ(likeness(u"ab", u"a"), 0) << "one or two letters match only themselves";
  EXPECT_EQ(likeness(u"age", u"ages"), 0) << "a singular has four letters";
  EXPECT_EQ(likeness(u"agen", u"agentxyz"), 0) << "at most two letters are missing";
}

TEST(McpSearch, FindsTitlesBeforeTexts) {
  const std::array sources = {Source{"Other", "about tides"}, Source{"Tides", "about other"}};
  EXPECT_EQ(found(SearchIndex(sources), "tides"), (std::vector<std::size_t>{1, 0}));
}

TEST(McpSearch, CountsTheFirstTwelveWordsOfAQuery) {
  const std::array sources = {Source{"Alpha", ""}, Source{"Omega", ""}};
  const std::string twelve = "alpha b1 c2 d3 e4 f5 g6 h7 i8 j9 k10 l11";
  EXPECT_EQ(found(SearchIndex(sources), twelve + " omega"), (std::vector<std::size_t>{0}));
  EXPECT_EQ(found(SearchIndex(sources), "alpha alpha " + twelve.substr(0, 35) + " omega"),
            (std::vector<std::size_t>{0, 1}));
}

TEST(McpSearch, PrefersDocumentsWithAllWords) {
  const std::array sources = {Source{"a", "harbour harbour harbour"}, Source{"b", "harbour evenings"},
                              Source{"c", "x"}};
  EXPECT_EQ(found(SearchIndex(sources), "harbour evenings").front(), 1U);
}

TEST(McpSearch, FindsLongerWordsAndSingulars) {
  const std::array sources = {Source{"a", "registration"}, Source{"b", "agent"}, Source{"c", "nothing"}};
  const SearchIndex index(sources);
  EXPECT_EQ(found(index, "regist"), (std::vector<std::size_t>{0}));
  EXPECT_EQ(found(index, "agents"), (std::vector<std::size_t>{1}));
  EXPECT_EQ(found(index, "zebra"), std::vector<std::size_t>{});
}

TEST(McpSearch, LeavesOutWordsThatCarryNothingUnlessNothingElseIsThere) {
  const std::array sources = {Source{"a", "what does the tide do"}, Source{"b", "electricity"}};
  const SearchIndex index(sources);
  EXPECT_EQ(found(index, "What does the site say about electricity?"), (std::vector<std::size_t>{1}));
  EXPECT_EQ(found(index, "what does the"), (std::vector<std::size_t>{0}));
}

TEST(McpSearch, FindsWhatAWordNames) {
  const std::array sources = {Source{"Lamps", "", name_of("publications") | name_of("book")},
                              Source{"MSc", "", name_of("education")}, Source{"Danish", "", name_of("languages")}};
  const SearchIndex index(sources);
  EXPECT_EQ(found(index, "Which books has he written?"), (std::vector<std::size_t>{0}));
  EXPECT_EQ(found(index, "Quel est son diplôme ?"), (std::vector<std::size_t>{1}));
  EXPECT_EQ(found(index, "她会说什么语言"), (std::vector<std::size_t>{2}));
  EXPECT_EQ(name_of("novel"), 0U);
}

TEST(McpSearch, FindsAnAddressInEverySpelling) {
  const std::vector<std::u16string> one = {address_key("10.5555/1758-5899.1")};
  const std::vector<std::u16string> other = {address_key("10.5555/1758-5899.12")};
  const std::array sources = {Source{"a", "", 0, one}, Source{"b", "10 5555 1758 5899 12", 0, other}};
  const SearchIndex index(sources);
  for (const auto* query : {"10.5555/1758-5899.1", "https://doi.org/10.5555/1758-5899.1", "DOI:10.5555/1758-5899.1.",
                            "(http://dx.doi.org/10.5555/1758-5899.1/)"}) {
    EXPECT_EQ(found(index, query), (std::vector<std::size_t>{0})) << query;
  }
  EXPECT_EQ(found(index, "10.5555/1758-5899.3"), (std::vector<std::size_t>{1})) << "unknown: its words count";
}

TEST(McpSearch, PutsTheQuestionsAboutAccessAfterEverythingElse) {
  const std::array sources = {Source{"tide tide", "tide", 0, {}, true}, Source{"a", "some tide of long ago"}};
  EXPECT_EQ(found(SearchIndex(sources), "tide"), (std::vector<std::size_t>{1, 0}));
}

TEST(McpSearch, HasScoresOfThreeDecimals) {
  const std::array sources = {Source{"Summary", "one two"}, Source{"Other", "two three four"}};
  const auto hits = SearchIndex(sources).rank("one").value();
  ASSERT_EQ(hits.size(), 1U);
  // rarity ln(1 + 1.5 / 1.5); size 5 of a mean of 5.5; count 1
  EXPECT_EQ(hits[0].score, 0.72);
}

TEST(McpSearch, HasNoResultForAQueryWithoutWords) {
  const std::array sources = {Source{"a", "b"}};
  EXPECT_EQ(SearchIndex(sources).rank("?!").has_value(), false);
  EXPECT_EQ(SearchIndex().rank("word").value().size(), 0U);
}

TEST(McpSnippet, IsTheWholeTextIfItIsShort) { EXPECT_EQ(snippet("short text", "text"), "short text"); }

TEST(McpSnippet, IsCutBetweenWordsAroundTheFirstMatch) {
  std::string text;
  for (int count = 0; count < 60; ++count) text += "filler ";
  text += "harbour ";
  for (int count = 0; count < 60; ++count) text += "after ";
  const std::string cut = snippet(text, "HARBOURS");
  EXPECT_TRUE(cut.starts_with("…filler ")) << cut;
  EXPECT_TRUE(cut.ends_with(" after…")) << cut;
  EXPECT_NE(cut.find("harbour"), std::string::npos) << cut;
}

TEST(McpSnippet, NeverEndsWithinACharacter) {
  std::string text;
  for (int count = 0; count < 100; ++count) text += "x🙂";  // three units each: the cut falls into a pair
  const std::string cut = snippet(text, "nothing");
  EXPECT_TRUE(cut.ends_with("\uFFFD…") || cut.ends_with("🙂…") || cut.ends_with("x…")) << cut;
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
    const bj::value* const title = result.as_object().if_contains("title");
    titles.push_back(title == nullptr ? "(no title)" : std::string(title->as_string()));
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
            std::vector<std::string>{"(no title)"});
}

}  // namespace
}  // namespace agent_access::mcp
