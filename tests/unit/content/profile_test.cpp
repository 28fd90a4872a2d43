#include "content/profile.hpp"

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
    std::string_view detail;
  };
  const std::vector<Row> rows = {
      {"", ProfileFault::not_json, 1, ""},
      {"{\n\n\"a\":}", ProfileFault::not_json, 3, ""},
      {"{} {}", ProfileFault::not_json, 1, ""},
      {"\xEF\xBB\xBF{}", ProfileFault::not_json, 1, ""},
      {"{\"a\":1,\n}", ProfileFault::not_json, 2, ""},
      {"{\"a\":\"\xFF\"}", ProfileFault::not_json, 1, ""},
      {"{\"a\":\"\\ud800\"}", ProfileFault::not_json, 1, ""},
      {"[]", ProfileFault::not_an_object, 1, ""},
      {"\nnull", ProfileFault::not_an_object, 2, ""},
      {"\"x\"", ProfileFault::not_an_object, 1, ""},
      {"{\"a\":1,\n\"_meta\":{}}", ProfileFault::reserved_name, 2, "_meta"},
      {"{\"\\u005fmeta\":{}}", ProfileFault::reserved_name, 1, "_meta"},
      {"{\"a\":1,\n\"b\":2,\n\"a\":3}", ProfileFault::duplicate_name, 3, "a"},
      {"{\"a\":1,\"\\u0061\":3}", ProfileFault::duplicate_name, 1, "a"},
      {"{\"x\":[{\"deep\":1,\"deep\":1}]}", ProfileFault::duplicate_name, 1, "deep"},
      {"{\"a\":\n1e400}", ProfileFault::not_finite, 2, ""},
  };
  for (const Row& row : rows) {
    const auto profile = parse_profile(row.text);
    ASSERT_FALSE(profile) << row.text;
    EXPECT_EQ(profile.error().fault, row.fault) << row.text;
    EXPECT_EQ(profile.error().line, row.line) << row.text;
    EXPECT_EQ(profile.error().detail, row.detail) << row.text;
  }
}

TEST(ParseProfile, LimitsDepthAndSize) {
  EXPECT_TRUE(parse_profile(nested(32)));
  EXPECT_EQ(parse_profile(nested(33)).error().fault, ProfileFault::too_deep);
  const std::size_t limit = std::size_t{16} << 20U;
  EXPECT_TRUE(parse_profile("{}" + std::string(limit - 2, ' ')));
  const auto refused = parse_profile("{}" + std::string(limit - 1, ' '));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, ProfileFault::too_large);
  EXPECT_EQ(refused.error().line, 0U);
}

TEST(ParseProfile, RefusesEveryTruncationOfAnObject) {
  const std::string text = R"({"a":[1,{"b":"c\n"}],"d":null})";
  for (std::size_t size = 0; size < text.size(); ++size) EXPECT_FALSE(parse_profile(text.substr(0, size))) << size;
}

TEST(DescribeProfileError, NamesPlaceAndRemedyOnOneLine) {
  EXPECT_EQ(describe({ProfileFault::duplicate_name, 3, "a"}),
            "line 3: the member \"a\" occurs twice in one object; keep one");
  EXPECT_EQ(describe({ProfileFault::reserved_name, 1, "_meta"}),
            "line 1: the member \"_meta\" is added by the service; remove it");
  EXPECT_EQ(describe({ProfileFault::too_large, 0, ""}), "the profile is larger than 16 MiB; shorten it");
  EXPECT_EQ(describe({ProfileFault::duplicate_name, 1, "a\n\x1B\"b"}),
            "line 1: the member \"a???b\" occurs twice in one object; keep one");
}

}  // namespace
}  // namespace agent_access::content
