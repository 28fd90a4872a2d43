// Scores of a search as they are computed, and the input of tools by their schemas. Results are in
// tests/browser/search.test.mjs, with which tests/conformance/mcp_parity.test.mjs compares them.
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

TEST(McpTools, RefuseTheToolThatNeedsAToken) {
  const Site site = Site::read(small_catalogue(), std::string(kSmallUrl));
  const Tools tools(site);
  const content::Tool& gated = *Tools::find("get_full_profile");
  const bj::value unknown = {{"x", 1}};
  EXPECT_EQ(tools.call(gated, nullptr).error(), "get_full_profile needs an access token");
  EXPECT_EQ(tools.call(gated, &unknown).error(), "get_full_profile needs an access token");
}

// The input of tools, checked by the schemas of templates/metadata/tools.json.

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
