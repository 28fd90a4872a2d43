#include "http/form.hpp"

#include <gtest/gtest.h>

#include <boost/json.hpp>

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

}  // namespace
}  // namespace agent_access::http
