#include "http/body.hpp"

#include <gtest/gtest.h>

#include <array>
#include <boost/json.hpp>
#include <filesystem>

#include "support/vectors.hpp"

namespace agent_access::http {
namespace {

TEST(ReadForm, AgreesWithTheWebPlatformTestsWhereNothingIsRepaired) {
  AGENT_ACCESS_VECTOR_OR_SKIP(text, "wpt_urlencoded-parser-data.json");
  std::size_t cases = 0;
  const boost::json::value document = boost::json::parse(text);
  for (const auto& entry : document.as_array()) {
    std::vector<FormField> expected;
    for (const auto& pair : entry.at("output").as_array()) {
      expected.push_back({std::string(pair.at(0).as_string()), std::string(pair.at(1).as_string())});
    }
    const std::string input(entry.at("input").as_string());
    const auto fields = read_form(input);
    if (!fields) continue;
    EXPECT_EQ(*fields, expected) << input;
    ++cases;
  }
  EXPECT_EQ(cases, 20U);
}

TEST(DecodeComponent, AcceptsOnlyValidEscapesAndUtf8) {
  EXPECT_EQ(decode_component("a+b%20c%2B%c3%A9"), "a b c+\xC3\xA9");
  EXPECT_EQ(decode_component(""), "");
  EXPECT_EQ(decode_component("%00"), std::string(1, '\0'));
  for (const auto* text : {"%", "%4", "a%4g", "%%41", "%u0041"}) {
    EXPECT_EQ(decode_component(text), base::Failure(FormFault::malformed_escape)) << text;
  }
  for (const auto* text : {"%FF", "\xFF", "%C3", "%C3x", "%ED%A0%80", "%C0%AF", "%F5%80%80%80", "%E0%80%80",
                           "%F0%80%80%80", "%F0%8F%BF%BF", "%F4%90%80%80"}) {
    EXPECT_EQ(decode_component(text), base::Failure(FormFault::not_utf8)) << text;
  }
}

TEST(DecodeComponent, FindsAnEscapeAtEveryPosition) {
  for (std::size_t at = 0; at <= 40; ++at) {
    const std::string before(at, 'x');
    const std::string after(40 - at, 'y');
    EXPECT_EQ(decode_component(before + after), before + after);
    EXPECT_EQ(decode_component(before + "+" + after), before + " " + after);
    EXPECT_EQ(decode_component(before + "%2B" + after), before + "+" + after);
    EXPECT_EQ(decode_component(before + "%" + after), base::Failure(FormFault::malformed_escape));
    EXPECT_EQ(decode_component(before + "\xff" + after), base::Failure(FormFault::not_utf8));
    EXPECT_EQ(decode_component(before + "\xc3\xa9" + after), before + "\xc3\xa9" + after);
  }
}

TEST(ReadForm, KeepsTheOrderAndSkipsEmptySequences) {
  const auto fields = read_form("&a=1&&b=c=d&e&=f&");
  ASSERT_TRUE(fields);
  EXPECT_EQ(*fields, (std::vector<FormField>{{"a", "1"}, {"b", "c=d"}, {"e", ""}, {"", "f"}}));
  EXPECT_EQ(read_form("")->size(), 0U);
}

TEST(ReadForm, RefusesAmbiguousForms) {
  for (const auto* text : {"a=1&a=2", "a=1&%61=1", "a&a", "=1&=2", "a+b=1&a%20b=2", "x=1&a=1&y=2&a=1"}) {
    EXPECT_EQ(read_form(text), base::Failure(FormFault::duplicate_name)) << text;
  }
  EXPECT_EQ(read_form("a=%zz"), base::Failure(FormFault::malformed_escape));
  EXPECT_EQ(read_form("%=1"), base::Failure(FormFault::malformed_escape));
  EXPECT_EQ(read_form("a=%FF&a=1"), base::Failure(FormFault::not_utf8));
}

TEST(ReadForm, RefusesADuplicateAmongFewAndAmongMany) {
  std::string text = "first=1";
  for (int i = 0; i < 20; ++i) {
    text += "&n" + std::to_string(i) + "=1";
    EXPECT_TRUE(read_form(text)) << text;
    EXPECT_EQ(read_form(text + "&first=2"), base::Failure(FormFault::duplicate_name)) << text;
    EXPECT_EQ(read_form(text + "&n" + std::to_string(i) + "=2"), base::Failure(FormFault::duplicate_name)) << text;
  }
}

base::Result<void, JsonFault> read(std::string_view body) { return read_json_object(body, {}); }

TEST(ReadJsonObject, FindsWantedMembersOfTheTopLevelOnly) {
  std::array<JsonMember, 5> members = {{{"a"}, {"b"}, {"c"}, {"d"}, {"e"}}};
  ASSERT_TRUE(read_json_object(
      R"( {"x":{"e":"inner"},"a":"one\u0020\"\u00e9","b":1,"\u0063":["c"],"y":["e"],"d":{"a":"no"}} )", members));
  EXPECT_EQ(members[0].kind, MemberKind::string);
  EXPECT_EQ(members[0].text, "one \"\xC3\xA9");
  EXPECT_EQ(members[1].kind, MemberKind::other);
  EXPECT_EQ(members[2].kind, MemberKind::other);
  EXPECT_EQ(members[3].kind, MemberKind::other);
  EXPECT_EQ(members[4].kind, MemberKind::absent);
  ASSERT_TRUE(read_json_object(R"({"a":null,"b":"","c":true,"d":1.5,"e":"\u0000"})", members));
  EXPECT_EQ(members[0].kind, MemberKind::null);
  EXPECT_EQ(members[0].text, "");
  EXPECT_EQ(members[1].kind, MemberKind::string);
  EXPECT_EQ(members[2].kind, MemberKind::other);
  EXPECT_EQ(members[3].kind, MemberKind::other);
  EXPECT_EQ(members[4].text, std::string(1, '\0'));
}

TEST(ReadJsonObject, RefusesOtherValues) {
  for (const auto* text : {"[]", "1", "\"a\"", "null", "true", "-0.5", "[{}]"}) {
    EXPECT_EQ(read(text), base::Failure(JsonFault::not_an_object)) << text;
  }
  for (const auto* text : {"", " ", "{", "{}x", "{} {}", "{'a':1}", "{\"a\":1,}", "{a:1}", "//\n{}", "\xEF\xBB\xBF{}",
                           "{\"a\":\"\xFF\"}", "{\"a\":\"\n\"}", "{\"a\":\"\\ud800\"}", "{\"a\":01}", "{\"a\":NaN}"}) {
    EXPECT_EQ(read(text), base::Failure(JsonFault::not_json)) << text;
  }
}

TEST(ReadJsonObject, RefusesEqualNamesAtAnyDepth) {
  for (const auto* text : {R"({"a":1,"a":1})", R"({"a":1,"\u0061":2})", R"({"x":{"a":1,"a":2}})",
                           R"({"x":[{"b":1},{"a":1,"b":2,"a":3}]})", R"({"":1,"":2})"}) {
    EXPECT_EQ(read(text), base::Failure(JsonFault::duplicate_name)) << text;
  }
  EXPECT_TRUE(read(R"({"a":{"a":{"a":1}},"A":[{"a":1},{"a":1}]})"));
}

TEST(ReadJsonObject, RefusesInfinityAndDepth) {
  EXPECT_EQ(read(R"({"a":1e400})"), base::Failure(JsonFault::not_finite));
  EXPECT_EQ(read(R"({"a":[-1e400]})"), base::Failure(JsonFault::not_finite));
  EXPECT_TRUE(read(R"({"a":1e308,"b":123456789012345678901234567890})"));
  EXPECT_TRUE(read(R"({"a":[[[[[[[]]]]]]]})"));
  EXPECT_EQ(read(R"({"a":[[[[[[[[]]]]]]]]})"), base::Failure(JsonFault::too_deep));
  EXPECT_EQ(read(R"({"a":)" + std::string(100000, '[')), base::Failure(JsonFault::too_deep));
}

// y_ files must be read (as one member of an object), n_ files refused; of i_ files only those are accepted that
// contain an overlong number that fits a double.
TEST(ReadJsonObject, AgreesWithTheJsonTestSuite) {
  const auto folder = test::vectors_root() / "JSONTestSuite" / "test_parsing";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no vectors at " << folder;
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const std::string text = test::read_file(entry.path()).value();
    const auto bare = read(text);
    const auto wrapped = read("{\"a\":" + text + "}");
    ++files;
    if (name.starts_with("n_")) {
      EXPECT_FALSE(bare) << name;
    }
    // These two are duplicates, which RFC 8259 leaves open and this reader refuses.
    const bool is_duplicate =
        name == "y_object_duplicated_key.json" || name == "y_object_duplicated_key_and_value.json";
    if (name.starts_with("y_")) {
      EXPECT_EQ(wrapped.has_value(), !is_duplicate) << name;
    }
    if (name.starts_with("i_string") || name.starts_with("i_object")) {
      EXPECT_FALSE(wrapped) << name;
    }
  }
  EXPECT_EQ(files, 318U);
}

}  // namespace
}  // namespace agent_access::http
