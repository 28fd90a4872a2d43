#include "site/content/load.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace agent_access::content {
namespace {

std::string nested(std::size_t levels) {
  return "{\"a\":" + std::string(levels - 1, '[') + std::string(levels - 1, ']') + "}";
}

TEST(ParseProfile, KeepsTheOwnersBytes) {
  EXPECT_EQ(parse_profile("{}")->prefix, "{");
  EXPECT_EQ(parse_profile(" \r\n{ \t}\n")->prefix, "{");
  EXPECT_EQ(parse_profile(R"({"a":1})")->prefix, R"({"a":1,)");
  EXPECT_EQ(parse_profile("{ \"a\" : 1.50e+1,\n  \"b\": {\"c\": \"\\u00e9}\"}\n}\n")->prefix,
            "{ \"a\" : 1.50e+1,\n  \"b\": {\"c\": \"\\u00e9}\"},");
  EXPECT_EQ(parse_profile(R"({"a":{"_meta":1},"b":{}})")->prefix, R"({"a":{"_meta":1},"b":{},)");
}

TEST(ParseProfile, ReportsMistakesWithTheirPlace) {
  struct Row {
    std::string_view text;
    ProfileFault fault;
    std::size_t line;
    std::size_t column;
    std::string_view detail;
  };
  const std::vector<Row> rows = {
      {"", ProfileFault::not_json, 1, 1, "no text; write an object, { ... }"},
      {"{\n\n\"a\":}", ProfileFault::not_json, 3, 5, "a } where a value is expected; write the value before it"},
      {"{} {}", ProfileFault::not_json, 1, 4, "more text after the end of the object; remove it"},
      {"\xEF\xBB\xBF{}", ProfileFault::not_json, 1, 1,
       "a byte order mark before the text; save the file as UTF-8 without one"},
      {"{\"a\":1,\n}", ProfileFault::not_json, 1, 7, "a comma before the }; remove the comma"},
      {"{\"größe\": x}", ProfileFault::not_json, 1, 11, "a text without quotes; write it in double quotes"},
      {"{\n  \"a\": 1\n  \"b\": 2\n}", ProfileFault::not_json, 3, 3,
       "no comma before this; write a comma after the value before it"},
      {"{\"a\":\"\xFF\"}", ProfileFault::not_json, 1, 7, "the byte 0xFF, which is not UTF-8; save the file as UTF-8"},
      {"{\"a\":\"\\ud800\"}", ProfileFault::not_json, 1, 7,
       "half of a character; write both escapes of the pair, or the character itself"},
      {" []", ProfileFault::not_an_object, 1, 2, ""},
      {"\nnull", ProfileFault::not_an_object, 2, 1, ""},
      {"\"x\"", ProfileFault::not_an_object, 1, 1, ""},
      {"{\"a\":1,\n\"_meta\":{}}", ProfileFault::reserved_name, 2, 1, "_meta"},
      {"{\"\\u005fmeta\":{}}", ProfileFault::reserved_name, 1, 2, "_meta"},
      {"{\"a\":1,\n\"b\":2,\n\"a\":3}", ProfileFault::duplicate_name, 3, 1, "a"},
      {"{\"a\":1,\"\\u0061\":3}", ProfileFault::duplicate_name, 1, 8, "a"},
      {"{\"\\\"\": 1, \"\\\"\": 2}", ProfileFault::duplicate_name, 1, 11, "\""},
      {"{\"é\":1, \"é\":2}", ProfileFault::duplicate_name, 1, 9, "é"},
      {"{\"x\":[{\"deep\":1,\"deep\":1}]}", ProfileFault::duplicate_name, 1, 17, "deep"},
      {"{\"a\":\n1e400}", ProfileFault::not_finite, 2, 1, ""},
      {"{\"a\": [0, -1.5E+400]}", ProfileFault::not_finite, 1, 11, ""},
  };
  for (const Row& row : rows) {
    const auto profile = parse_profile(row.text);
    ASSERT_FALSE(profile) << row.text;
    EXPECT_EQ(profile.error().fault, row.fault) << row.text;
    EXPECT_EQ(profile.error().line, row.line) << row.text;
    EXPECT_EQ(profile.error().column, row.column) << row.text;
    EXPECT_EQ(profile.error().detail, row.detail) << row.text;
  }
}

TEST(ParseProfile, LimitsDepthAndSize) {
  EXPECT_TRUE(parse_profile(nested(32)));
  EXPECT_EQ(parse_profile(nested(33)).error().fault, ProfileFault::too_deep);
  EXPECT_EQ(parse_profile(nested(33)).error().column, 37U);  // {"a": and 32 brackets, of which the last is too deep
  const std::size_t limit = std::size_t{16} << 20U;
  EXPECT_TRUE(parse_profile("{}" + std::string(limit - 2, ' ')));
  const auto refused = parse_profile("{}" + std::string(limit - 1, ' '));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, ProfileFault::too_large);
  EXPECT_EQ(refused.error().line, 0U);
  EXPECT_EQ(refused.error().column, 0U);
}

TEST(ParseProfile, RefusesEveryTruncationOfAnObject) {
  const std::string text = R"({"a":[1,{"b":"c\n"}],"d":null})";
  for (std::size_t size = 0; size < text.size(); ++size) EXPECT_FALSE(parse_profile(text.substr(0, size))) << size;
}

TEST(DescribeProfileError, NamesPlaceAndRemedyOnOneLine) {
  EXPECT_EQ(describe({ProfileFault::duplicate_name, 3, 5, "a"}),
            "line 3, column 5: the member \"a\" occurs twice in one object; keep one");
  EXPECT_EQ(describe({ProfileFault::reserved_name, 1, 2, "_meta"}),
            "line 1, column 2: the member \"_meta\" is added by the service; remove it");
  EXPECT_EQ(describe({ProfileFault::too_large, 0, 0, ""}), "the profile is larger than 16 MiB; shorten it");
  EXPECT_EQ(describe({ProfileFault::duplicate_name, 1, 9, "a\n\x1B\"b"}),
            "line 1, column 9: the member \"a???b\" occurs twice in one object; keep one");
}

}  // namespace
}  // namespace agent_access::content
