#include "json/json_text.hpp"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>

namespace agent_access::json {
namespace {

TEST(JsonString, EscapesQuoteBackslashAndControls) {
  EXPECT_EQ(json_string(""), "\"\"");
  EXPECT_EQ(json_string("a/b"), "\"a/b\"");
  EXPECT_EQ(json_string("\"\\"), R"("\"\\")");
  EXPECT_EQ(json_string(std::string_view("\0\n\x1F\x7F", 4)), R"("\u0000\n\u001f\u007f")");
  EXPECT_EQ(json_string("\xC3\xA9\xF0\x9F\x98\x80"), "\"\xC3\xA9\xF0\x9F\x98\x80\"");
}

TEST(AppendJsonString, KeepsTheTextBeforeIt) {
  std::string out = "{\"a\":";
  append_json_string(out, "b");
  EXPECT_EQ(out, "{\"a\":\"b\"");
}

TEST(AppendEscaped, HasNoQuotesAround) {
  std::string out = "before ";
  append_escaped(out, "a\"b\\\x01 \xC3\xA9");
  EXPECT_EQ(out, R"(before a\"b\\\u0001 )"
                 "\xC3\xA9");
  append_escaped(out, "");
  EXPECT_EQ(out.size(), 22U);
}

TEST(AppendEscaped, EscapesACharacterAlikeWhereverItStands) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string alone(1, static_cast<char>(byte));
    const std::string quoted = json_string(alone);
    for (const std::size_t before : {0U, 1U, 15U, 16U, 31U, 32U, 255U, 256U}) {
      std::string out;
      append_escaped(out, std::string(before, 'a') + alone + "end of the text");
      EXPECT_EQ(out, std::string(before, 'a') + quoted.substr(1, quoted.size() - 2) + "end of the text") << byte;
    }
  }
}

std::string pretty(std::string_view text) { return pretty_json(boost::json::parse(text)); }

TEST(PrettyJson, GivesEachMemberOfTheDocumentALine) {
  EXPECT_EQ(pretty(R"({"a":1,"b":"c/d"})"), "{\n  \"a\": 1,\n  \"b\": \"c/d\"\n}\n");
  EXPECT_EQ(pretty("{}"), "{\n}\n");
}

TEST(PrettyJson, KeepsShortListsAndObjectsOnOneLine) {
  EXPECT_EQ(pretty(R"({"list":[1,"b",null,true],"object":{"x":1,"y":"z"},"none":[],"empty":{}})"),
            "{\n  \"list\": [1, \"b\", null, true],\n  \"object\": {\"x\": 1, \"y\": \"z\"},\n  \"none\": [],\n"
            "  \"empty\": {}\n}\n");
}

TEST(PrettyJson, BreaksNestedOrLongValues) {
  EXPECT_EQ(pretty(R"({"a":[[1],{"b":{"c":2}}]})"),
            "{\n  \"a\": [\n    [1],\n    {\n      \"b\": {\"c\": 2}\n    }\n  ]\n}\n");
  const std::string word(60, 'w');
  EXPECT_EQ(pretty(R"({"a":[")" + word + R"(",")" + word + R"("]})"),
            "{\n  \"a\": [\n    \"" + word + "\",\n    \"" + word + "\"\n  ]\n}\n");
  EXPECT_EQ(pretty(R"({"a":{"b":")" + word + R"(","c":")" + word + R"("}})"),
            "{\n  \"a\": {\n    \"b\": \"" + word + "\",\n    \"c\": \"" + word + "\"\n  }\n}\n");
}

TEST(PrettyJson, WritesNumbersInTheirUsualForm) {
  EXPECT_EQ(pretty("[[2.5, -0.1, 1e300, 3, -7, 18446744073709551615]]"),
            "[\n  [2.5, -0.1, 1e+300, 3, -7, 18446744073709551615]\n]\n");
}

TEST(PrettyJson, EscapesTextAndNames) {
  EXPECT_EQ(pretty(R"({"a\"\n":"\u0001\\"})"), "{\n  \"a\\\"\\n\": \"\\u0001\\\\\"\n}\n");
}

TEST(PrettyJson, IsReadBackAsTheSameValue) {
  const auto value = boost::json::parse(R"({"a":[1,2.5,{"b":[]},{"c":{}},"é\u0000"],"d":{"e":[[],[{"f":null}]]}})");
  EXPECT_EQ(boost::json::parse(pretty_json(value)), value);
}

}  // namespace
}  // namespace agent_access::json
