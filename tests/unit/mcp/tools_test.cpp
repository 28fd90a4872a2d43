// The result of each tool for a small site.
#include "mcp/tools.hpp"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <string>

#include "json/json_text.hpp"
#include "unit/mcp/small_site.hpp"

namespace agent_access::mcp {
namespace {

namespace bj = boost::json;

/// The result as JSON, or the sentence. `input` is JSON; empty for none.
std::string called(std::string_view tool, std::string_view input = "", std::string_view text = kSmallSite) {
  const Site site = Site::read(small_catalogue(text), std::string(kSmallUrl));
  const Tools tools(site);
  const bj::value arguments = input.empty() ? bj::value() : bj::parse(input);
  const auto result = tools.call(*Tools::find(tool), input.empty() ? nullptr : &arguments);
  return result ? json::compact_json(*result) : result.error();
}

TEST(McpTools, AreFoundByTheirName) {
  EXPECT_EQ(Tools::find("get_faq")->title, "FAQ");
  EXPECT_EQ(Tools::find("GET_FAQ"), nullptr);
  EXPECT_EQ(Tools::find(""), nullptr);
}

TEST(McpTools, DescribeTheSite) {
  EXPECT_EQ(called("get_site_overview"),
            R"({"title":"Robin Example","tagline":"Boats & tides","url":"https://example.com/","language":"en",)"
            R"("updated":"2034-06-01","owner":{"name":"Robin Example"},)"
            R"("collections":{"publications":2,"projects":1,"pages":2},)"
            R"("pages":[{"slug":"home","title":"Home","url":"https://example.com/"},)"
            R"({"slug":"cv","title":"CV","url":"https://example.com/cv"}],)"
            R"("links":[{"label":"Harbour","url":"https://harbour.example/"}],)"
            R"("resources":{"llms":"https://example.com/llms.txt"}})");
  EXPECT_EQ(called("get_site_overview", "", "{}"),
            R"({"collections":{"publications":0,"projects":0,"pages":0},"pages":[]})");
}

TEST(McpTools, ListTheNewestItemsFirst) {
  EXPECT_EQ(called("list_content", R"({"collection": "publications"})"),
            R"({"collection":"publications","total":2,"items":[)"
            R"({"slug":"new-tides","title":"New tides","date":"2034-05","summary":"What the sea does.",)"
            R"("url":"https://example.com/publications/new-tides"},)"
            R"({"slug":"old-tides","title":"Old tides","date":"2031","summary":"Early work.","url":null}]})");
  EXPECT_EQ(called("list_content", R"({"collection": "projects", "limit": 1.0})"),
            R"({"collection":"projects","total":1,"items":[)"
            R"({"slug":"tide-table","title":"Tide table","url":"https://tides.example/"}]})");
  EXPECT_EQ(called("list_content", R"({"collection": "pages", "limit": 1})"),
            R"({"collection":"pages","total":2,"items":[{"slug":"home","title":"Home","url":"https://example.com/"}],)"
            R"("next_offset":1,"next":"1 more: call list_content again with offset 1"})");
}

TEST(McpTools, ListThePartOfACollectionThatIsAskedFor) {
  constexpr std::string_view kWorks = R"({"publications": [
      {"slug": "a", "date": "2033-05", "type": "book"}, {"slug": "b", "date": "2033", "type": "talk"},
      {"slug": "c", "date": "2031", "type": "book"}, {"slug": "d"}, {"slug": "e", "status": "in press"}]})";
  const auto listed = [&](std::string_view more) {
    return called("list_content", R"({"collection": "publications", )" + std::string(more) + "}", kWorks);
  };
  EXPECT_EQ(listed(R"("offset": 1, "limit": 2)"),
            R"({"collection":"publications","total":5,"items":[{"slug":"a","date":"2033-05","url":null},)"
            R"({"slug":"b","date":"2033","url":null}],"next_offset":3,)"
            R"("next":"2 more: call list_content again with offset 3"})");
  EXPECT_EQ(listed(R"("offset": 4)"), R"({"collection":"publications","total":5,"items":[{"slug":"d","url":null}]})");
  EXPECT_EQ(listed(R"("offset": 6)"), R"({"collection":"publications","total":5,"items":[]})");
  EXPECT_EQ(listed(R"("limit": 1)"),
            R"({"collection":"publications","total":5,"items":[{"slug":"e","url":null}],"next_offset":1,)"
            R"("next":"4 more: call list_content again with offset 1"})");
  EXPECT_EQ(listed(R"("year": 2033, "type": "book")"),
            R"({"collection":"publications","total":1,"items":[{"slug":"a","date":"2033-05","url":null}]})");
}

TEST(McpTools, ReturnAnItemWithItsMembers) {
  EXPECT_EQ(called("get_content_item", R"({"collection": "projects", "slug": "tide-table"})"),
            R"({"collection":"projects","slug":"tide-table","title":"Tide table","url":"https://tides.example/"})");
  EXPECT_EQ(called("get_content_item", R"({"collection": "pages", "slug": "home"})"),
            R"({"collection":"pages","slug":"home","title":"Home","url":"https://example.com/","content":)"
            R"({"tagline":"Boats & tides","owner":{"name":"Robin Example"},)"
            R"("links":[{"label":"Harbour","url":"https://harbour.example/"}]}})");
  EXPECT_EQ(called("get_content_item", R"({"collection": "pages", "slug": "cv"})"),
            R"({"collection":"pages","slug":"cv","title":"CV","url":"https://example.com/cv","content":)"
            R"({"summary":"Ten years.","skills":[{"area":"Software","items":["C++","SQL"]}]}})");
}

TEST(McpTools, HaveTheContentOfThePagesThatOtherMembersMake) {
  constexpr std::string_view kPages = R"({"pages": [{"slug": "faq"}, {"slug": "agent-access"}, {"slug": "other"}],
                                         "resources": {"llms": "x"}})";
  EXPECT_EQ(called("get_content_item", R"({"collection": "pages", "slug": "faq"})", kPages),
            R"({"collection":"pages","slug":"faq","content":[)"
            R"({"question":"Who is Robin Example?","answer":"A fictional engineer."},)"
            R"({"question":"Is the profile free?","answer":"Yes."}]})");
  EXPECT_EQ(called("get_content_item", R"({"collection": "pages", "slug": "agent-access"})", kPages),
            R"({"collection":"pages","slug":"agent-access","content":{"llms":"x"}})");
  EXPECT_EQ(called("get_content_item", R"({"collection": "pages", "slug": "other"})", kPages),
            R"({"collection":"pages","slug":"other"})");
}

TEST(McpTools, NameNearSlugsForAnUnknownOne) {
  EXPECT_EQ(called("get_content_item", R"({"collection": "publications", "slug": "old-tide"})"),
            R"(publications has no "old-tide"; near: old-tides, new-tides)");
  EXPECT_EQ(called("get_content_item", R"({"collection": "projects", "slug": "zzz"})"),
            R"(projects has no "zzz"; list_content names what exists)");
}

TEST(McpTools, SummarizeTheCv) {
  EXPECT_EQ(called("get_cv_summary"),
            R"({"name":"Robin Example","url":"https://example.com/cv","summary":"Ten years.",)"
            R"("skills":[{"area":"Software","items":["C++","SQL"]}]})");
  EXPECT_EQ(called("get_cv_summary", "", "{}"), "This site publishes no CV");
  EXPECT_EQ(called("get_cv_summary", "", R"({"cv": {}})"), R"({"url":"https://example.com/api/site.json"})");
}

TEST(McpTools, ReturnAllQuestionsOrThoseThatMatch) {
  EXPECT_EQ(called("get_faq"), R"({"total":2,"faqs":[{"question":"Who is Robin Example?","answer":)"
                               R"("A fictional engineer."},{"question":"Is the profile free?","answer":"Yes."}]})");
  EXPECT_EQ(called("get_faq", R"({"query": "free"})"),
            R"({"query":"free","total":1,"faqs":[{"question":"Is the profile free?","answer":"Yes."}]})");
  EXPECT_EQ(called("get_faq", R"({"query": "?!"})"), "query must contain a letter or a digit");
}

TEST(McpTools, SearchItemsCvQuestionsAndContact) {
  EXPECT_EQ(called("search_content", R"({"query": "sql"})"),
            R"({"query":"sql","total":1,"results":[{"collection":"cv","slug":null,"url":"https://example.com/cv",)"
            R"("title":"Software","score":2.343,"snippet":"Software · C++, SQL"}]})")
      << "rarity ln(1 + 11.5 / 1.5); size 6 of a mean of 89 / 12; count 1";
  EXPECT_EQ(called("search_content", R"({"query": "tides", "limit": 1})"),
            R"({"query":"tides","total":4,"results":[{"collection":"publications","slug":"old-tides","url":null,)"
            R"("title":"Old tides","score":1.594,"snippet":"2031 · Early work."}]})")
      << "rarity ln(1 + 8.5 / 4.5); size 9 of a mean of 89 / 12; count 3";
  EXPECT_EQ(called("search_content", R"({"query": "robin@example.com"})"),
            R"({"query":"robin@example.com","total":1,"results":[{"collection":"contact","slug":null,)"
            R"("url":"https://example.com/api/site.json","title":"Contact","score":3.538,)"
            R"("snippet":"robin@example.com"}]})")
      << "an address is one word: rarity ln(1 + 11.5 / 1.5); size 6; count 3";
  EXPECT_EQ(called("search_content", R"({"query": "Where is Robin?", "limit": 1})"),
            R"({"query":"Where is Robin?","total":3,"results":[{"collection":"owner","slug":null,)"
            R"("url":"https://example.com/","title":"Robin Example","score":2.028,"snippet":"Boats & tides"}]})")
      << "rarity ln(1 + 9.5 / 3.5); size 8 of a mean of 89 / 12; count 3";
  EXPECT_EQ(called("search_content", R"({"query": "zebra"})"), R"({"query":"zebra","total":0,"results":[]})");
  EXPECT_EQ(called("search_content", R"({"query": "--"})"), "query must contain a letter or a digit");
}

TEST(McpTools, RefuseTheToolThatNeedsAToken) {
  const Site site = Site::read(small_catalogue(), std::string(kSmallUrl));
  const Tools tools(site);
  const content::Tool& gated = *Tools::find("get_full_profile");
  const bj::value unknown = {{"x", 1}};
  EXPECT_EQ(tools.call(gated, nullptr).error(), "get_full_profile needs an access token");
  EXPECT_EQ(tools.call(gated, &unknown).error(), "get_full_profile needs an access token");
}

// The input of tools, checked by the schemas of templates/metadata/tools.json.

namespace bj = boost::json;

/// The checked input as JSON, or the sentence. `input` is JSON; empty for none.
std::string checked(std::string_view tool, std::string_view input) {
  const bj::object schema = Tools::find(tool)->input_schema;
  const bj::value given = input.empty() ? bj::value() : bj::parse(input);
  const auto result = checked_input(schema, input.empty() ? nullptr : &given);
  return result ? bj::serialize(*result) : result.error();
}

TEST(McpToolInput, HasDefaultsAndTheOrderOfTheSchema) {
  EXPECT_EQ(checked("search_content", R"({"query": "ab"})"), R"({"query":"ab","limit":10})");
  EXPECT_EQ(checked("search_content", R"({"limit": 50, "query": "ab"})"), R"({"query":"ab","limit":50})");
  EXPECT_EQ(checked("get_faq", "{}"), "{}");
  EXPECT_EQ(checked("get_faq", ""), "{}");
  EXPECT_EQ(checked("get_cv_summary", ""), "{}");
}

TEST(McpToolInput, MustBeAnObject) {
  for (const auto* input : {"[]", "null", "\"query\"", "1"}) {
    EXPECT_EQ(checked("search_content", input), "input must be an object") << input;
  }
}

TEST(McpToolInput, IgnoresUnknownMembers) {
  EXPECT_EQ(checked("search_content", R"({"query": "ab", "Limit": 1})"), R"({"query":"ab","limit":10})");
  EXPECT_EQ(checked("get_cv_summary", R"({"task_progress": "- [ ] read"})"), "{}");
}

TEST(McpToolInput, HasNoMemberForWhatClientsFillIn) {
  EXPECT_EQ(checked("search_content", R"({"query": "ab", "limit": null})"), R"({"query":"ab","limit":10})");
  EXPECT_EQ(checked("get_faq", R"({"query": null})"), "{}");
  EXPECT_EQ(checked("get_faq", R"({"query": ""})"), "{}") << "it is optional";
  EXPECT_EQ(checked("list_content", R"({"collection": null})"),
            "collection must be one of publications, projects, pages");
  EXPECT_EQ(checked("list_content", R"({"collection": ""})"),
            "collection must be one of publications, projects, pages");
  for (const auto* limit : {"\"\"", "0", "0.0", "-0"}) {
    EXPECT_EQ(checked("search_content", R"({"query": "ab", "limit": )" + std::string(limit) + "}"),
              R"({"query":"ab","limit":10})");
  }
  EXPECT_EQ(checked("list_content", R"({"collection": "pages", "offset": 0, "year": 0, "type": ""})"),
            R"({"collection":"pages","limit":10,"offset":0})")
      << "the least offset is 0, the least year is not";
  EXPECT_EQ(checked("search_content", R"({"query": "ab", "limit": []})"), "limit must be an integer from 1 to 50")
      << "it is no object";
}

TEST(McpToolInput, HasIntegersForDigits) {
  EXPECT_EQ(checked("search_content", R"({"query": "ab", "limit": "3"})"), R"({"query":"ab","limit":3})");
  EXPECT_EQ(checked("search_content", R"({"query": "ab", "limit": "050"})"), R"({"query":"ab","limit":50})");
  EXPECT_EQ(checked("search_content", R"({"query": "12", "limit": 1})"), R"({"query":"12","limit":1})");
  for (const auto* limit : {"0", "51", "-1", "+1", "1.0", " 1", "1e1", "0x1", "１", "18446744073709551617", "all"}) {
    EXPECT_EQ(checked("search_content", R"({"query": "ab", "limit": ")" + std::string(limit) + "\"}"),
              "limit must be an integer from 1 to 50")
        << limit;
  }
}

TEST(McpToolInput, CountsCharactersOfStrings) {
  const std::string sentence = "query must be a string of 2 to 200 characters";
  EXPECT_EQ(checked("search_content", ""), sentence) << "it is required";
  EXPECT_EQ(checked("search_content", R"({"query": "a"})"), sentence);
  EXPECT_EQ(checked("search_content", R"({"query": 12})"), sentence);
  EXPECT_EQ(checked("search_content", R"({"query": null})"), sentence);
  EXPECT_EQ(checked("get_faq", R"({"query": "🙂"})"), sentence) << "one character of four bytes";
  EXPECT_EQ(checked("get_faq", R"({"query": "é🙂"})"), R"({"query":"é🙂"})");
  std::string longest;
  for (int count = 0; count < 200; ++count) longest += "漢";
  EXPECT_EQ(checked("get_faq", R"({"query": ")" + longest + "\"}"), R"({"query":")" + longest + "\"}");
  EXPECT_EQ(checked("get_faq", R"({"query": ")" + longest + "x\"}"), sentence);
}

TEST(McpToolInput, HasIntegersWithinTheirBounds) {
  EXPECT_EQ(checked("search_content", R"({"query": "ab", "limit": 1})"), R"({"query":"ab","limit":1})");
  EXPECT_EQ(checked("list_content", R"({"collection": "pages", "offset": -1})"),
            "offset must be an integer from 0 to 1000000");
  EXPECT_EQ(checked("list_content", R"({"collection": "pages", "year": 34})"),
            "year must be an integer from 1000 to 9999");
  EXPECT_EQ(checked("search_content", R"({"query": "ab", "limit": 5.0})"), R"({"query":"ab","limit":5E0})");
  for (const auto* limit : {"51", "-1", "1.5", "true", "false", "1e300", "18446744073709551615"}) {
    EXPECT_EQ(checked("search_content", R"({"query": "ab", "limit": )" + std::string(limit) + "}"),
              "limit must be an integer from 1 to 50")
        << limit;
  }
}

TEST(McpToolInput, HasOneOfTheNamedValues) {
  EXPECT_EQ(checked("list_content", R"({"collection": "pages"})"), R"({"collection":"pages","limit":10,"offset":0})");
  for (const auto* input : {"", "{}", R"({"collection": "Pages"})", R"({"collection": 1})"}) {
    EXPECT_EQ(checked("list_content", input), "collection must be one of publications, projects, pages") << input;
  }
}

}  // namespace
}  // namespace agent_access::mcp
