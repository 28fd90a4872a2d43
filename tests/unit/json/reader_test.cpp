#include "json/reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/memory_resource.hpp>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "support/vectors.hpp"

namespace agent_access::json {
namespace {

using testing::ElementsAre;

/// What is kept of the value makes no difference.
bool is_strict_json(std::string_view text, std::size_t max_depth = 8) {
  const JsonRules rules{.max_depth = max_depth};
  const JsonRules inner{.max_depth = max_depth + 1};
  const bool is_read = read_json(text, rules).has_value();
  EXPECT_EQ(check_object("{\"a\":" + std::string(text) + "}", inner).has_value(), is_read) << text;
  return is_read;
}

std::optional<JsonFault> refusal_of(std::string_view text) {
  const auto read = read_object(text);
  return read ? std::nullopt : std::optional(read.error().fault);
}

TEST(StrictJson, AgreesWithTheJsonTestSuite) {
  const auto folder = test::vectors_root() / "JSONTestSuite" / "test_parsing";
  if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << "no vectors at " << folder;
  // Well-formed, but with one name twice: refused here on purpose.
  const std::set<std::string> duplicates = {"y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json"};
  std::size_t accepted = 0;
  std::size_t refused = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const bool wanted = name.starts_with("y_") && !duplicates.contains(name);
    if (name.starts_with("i_")) continue;
    const bool strict = is_strict_json(test::read_file(entry.path()).value());
    EXPECT_EQ(strict, wanted) << name;
    ++(strict ? accepted : refused);
  }
  EXPECT_EQ(accepted, 95U - 2U);
  EXPECT_EQ(refused, 188U + 2U);
}

TEST(StrictJson, RefusesDuplicateNamesAtAnyDepthAndInAnySpelling) {
  for (const std::string_view text :
       {R"({"a":1,"a":1})", R"({"a":1,"b":2,"a":3})", R"({"a":1,"\u0061":2})", R"({"x":{"a":1,"a":2}})",
        R"([{"a":1},{"a":1,"a":2}])", R"({"":1,"":2})", R"({"\u00e9":1,"é":2})", R"({"a":{"a":{"b":1,"c":2,"b":3}}})",
        R"({"a\u0000":1,"a\u0000":2})"}) {
    EXPECT_FALSE(is_strict_json(text)) << text;
  }
}

TEST(StrictJson, AcceptsOneNameInDifferentObjects) {
  for (const std::string_view text : {R"({"a":{"a":{"a":1}}})", R"([{"a":1},{"a":2}])", R"({"a":{"b":1},"b":{"a":1}})",
                                      R"({"a":1,"A":2,"a ":3,"a\u0000":4})", "{}"}) {
    EXPECT_TRUE(is_strict_json(text)) << text;
  }
}

TEST(StrictJson, KeepsNamesWithEscapesUntilTheirObjectEnds) {
  EXPECT_TRUE(is_strict_json(R"({"\u0061":1,"\u0062":2,"\u0063":{"\u0061":3,"\u0062":4},"\u0064":5})"));
  EXPECT_FALSE(is_strict_json(R"({"\u0061":1,"\u0062":2,"\u0063":{"\u0061":3,"\u0062":4},"a":5})"));
}

TEST(StrictJson, ComparesLongNamesAsAWhole) {
  // Longer than the buffer of the parser, which hands over a name with escapes in parts.
  const std::string end(10000, 'n');
  const auto with = [&end](std::string_view one, std::string_view other) {
    return "{\"" + std::string(one) + "\\n" + end + "\":1,\"" + std::string(other) + "\\n" + end + "\":2}";
  };
  EXPECT_TRUE(is_strict_json(with("a", "b")));
  EXPECT_FALSE(is_strict_json(with("a", "\\u0061")));
  EXPECT_EQ(read_object(with("a", "b"))->if_contains("b\n" + end)->as_int64(), 2);
}

TEST(StrictJson, RefusesNumbersThatAreNotFinite) {
  for (const std::string_view text : {"1e400", "-1e400", "[1e999999999999]", R"({"exp":1e309})", "NaN", "Infinity"}) {
    EXPECT_FALSE(is_strict_json(text)) << text;
  }
  for (const std::string_view text : {"1e308", "1E+1", "-0", "1e-400", "18446744073709551616"}) {
    EXPECT_TRUE(is_strict_json(text)) << text;
  }
}

TEST(StrictJson, KeepsWholeNumbersOf64BitsExactly) {
  EXPECT_EQ(*read_json("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(*read_json("9223372036854775808"), 9223372036854775808U);
  EXPECT_EQ(*read_json("18446744073709551615"), 18446744073709551615U);
}

TEST(StrictJson, RefusesDepthAboveTheLimit) {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_TRUE(is_strict_json(nested(8)));
  EXPECT_FALSE(is_strict_json(nested(9)));
  EXPECT_FALSE(is_strict_json(nested(2000)));
  EXPECT_TRUE(is_strict_json(nested(3), 3));
  EXPECT_FALSE(is_strict_json(nested(4), 3));
  EXPECT_FALSE(is_strict_json(R"({"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{}}}}}}}}})"));
}

TEST(StrictJson, RefusesTextThatIsNotUtf8AndUnpairedSurrogates) {
  for (const std::string_view text :
       {std::string_view("\"\xff\""), std::string_view("\"\xc0\x80\""), std::string_view("\"\xed\xa0\x80\""),
        std::string_view("{\"\x80\":1}"), std::string_view(R"("\ud800")"), std::string_view(R"("\udc00\ud800")"),
        std::string_view("\xef\xbb\xbf{}"), std::string_view("{\0}", 3)}) {
    EXPECT_FALSE(is_strict_json(text));
  }
}

TEST(StrictJson, RefusesTrailingText) {
  for (const std::string_view text : {"{}x", "{}{}", "{} 1", "1 2", "{},", "[]]"}) {
    EXPECT_FALSE(is_strict_json(text)) << text;
  }
  EXPECT_TRUE(is_strict_json(" \t\r\n{} \t\r\n"));
  EXPECT_FALSE(is_strict_json(""));
  EXPECT_FALSE(is_strict_json(std::string_view("{}\0", 3)));
}

TEST(ReadObject, RefusesTheFirstFaultInTheOrderOfTheText) {
  for (const std::string_view text : {"[]", "[1", "\"{}\"", "1", "null", "true", "-0.5 x", " [{}]"}) {
    EXPECT_EQ(refusal_of(text), JsonFault::not_an_object) << text;
  }
  for (const std::string_view text : {"", " ", "{", "{}x", "nul", "{\"a\":1,}", "//\n{}", "{\"a\":[x],\"a\":1e400}"}) {
    EXPECT_EQ(refusal_of(text), JsonFault::not_json) << text;
  }
  EXPECT_EQ(refusal_of(R"({"a":1,"a":x})"), JsonFault::duplicate_name);
  EXPECT_EQ(refusal_of(R"({"a":1e400,"a":x})"), JsonFault::not_finite);
  EXPECT_EQ(refusal_of(R"({"a":)" + std::string(100000, '[')), JsonFault::too_deep);
  EXPECT_EQ(refusal_of(R"({"a":1})"), std::nullopt);
}

TEST(ReadObject, RefusesWhatTheRulesOfTheTextSay) {
  const JsonRules rules{.max_size = 24, .reserved_name = "_meta"};
  const auto refusals = [&rules](std::string_view text) {
    const auto read = read_object(text, rules);
    const auto checked = check_object(text, rules);
    EXPECT_EQ(read.has_value(), checked.has_value()) << text;
    if (read || checked) return std::string();
    EXPECT_EQ(read.error().column, checked.error().column) << text;
    EXPECT_EQ(read.error().fault, checked.error().fault) << text;
    return sentence(read.error(), rules) + " " + std::to_string(read.error().column);
  };
  EXPECT_EQ(refusals(R"({"a":{"_meta":1},"b":2})"), "");
  EXPECT_EQ(refusals(R"({"a":1, "\u005fmeta":2})"), "the member \"_meta\" is added by the service; remove it 9");
  EXPECT_EQ(refusals(R"({"a":{"_meta":1},"b": 23})"), " is larger than 0 MiB; shorten it 0");
  EXPECT_EQ(refusals(R"({"a": [1e400]})"), "a number is too large for double precision; write it as a string 8");
  EXPECT_TRUE(read_json(R"([{"_meta":1}])", rules)) << "the rule is one of objects";
}

TEST(ReadJson, KeepsTextsWithoutTheirEscapes) {
  const std::string text(3000, 'x');
  const auto object = read_object(
      "{\"\\u0061b\": \"\\\"\\\\\\/\\b\\f\\n\\r\\t\", \"é\": \"\\u00e9\\u0000\\uD83D\\ude00€\", \"long\": \"" + text +
      "\\u0078\"}");
  ASSERT_TRUE(object);
  EXPECT_EQ(object->at("ab").as_string(), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(std::string(object->at("é").as_string()), std::string("é\0😀€", 10));
  EXPECT_EQ(object->at("long").as_string(), text + "x");
}

TEST(ReadJson, KeepsValuesOfEachType) {
  const auto value = read_json(R"( [1.5e3, -0.25, 0.1, -0, true, false, null, {}, [], {"a":{"b":["c"]}}] )");
  ASSERT_TRUE(value);
  const auto& list = value->as_array();
  EXPECT_EQ(list.at(0).as_double(), 1500.0);
  EXPECT_EQ(list.at(1).as_double(), -0.25);
  EXPECT_EQ(list.at(2).as_double(), 0.1);
  EXPECT_EQ(list.at(3).as_int64(), 0);
  EXPECT_EQ(list.at(4), true);
  EXPECT_EQ(list.at(5), false);
  EXPECT_TRUE(list.at(6).is_null());
  EXPECT_TRUE(list.at(7).as_object().empty());
  EXPECT_TRUE(list.at(8).as_array().empty());
  EXPECT_EQ(list.at(9).at("a").at("b").at(0), "c");
}

TEST(ReadJson, KeepsTheLastOfDuplicatesIfTheRulesSaySo) {
  const auto value = read_json(R"({"a":{"b":1},"c":2,"a":[3]})", {.keeps_duplicates = true});
  ASSERT_TRUE(value);
  EXPECT_EQ(value->as_object().size(), 2U);
  EXPECT_EQ(value->at("a").at(0), 3);
}

TEST(CheckObject, CountsTheMembersOfTheOutermostObject) {
  EXPECT_EQ(check_object("{}", {}), 0U);
  EXPECT_EQ(check_object(R"({"a":{"b":1,"c":2},"d":[{"e":3}]})", {}), 2U);
}

/// Counts what is allocated.
class CountingMemory : public boost::json::memory_resource {
 public:
  std::size_t allocated = 0;

 private:
  void* do_allocate(std::size_t size, std::size_t) override {
    allocated += size;
    return ::operator new(size);
  }
  void do_deallocate(void* memory, std::size_t size, std::size_t) override { ::operator delete(memory, size); }
  bool do_is_equal(const boost::json::memory_resource& other) const noexcept override { return this == &other; }
};

TEST(ReadJson, AllocatesInProportionToTheText) {
  constexpr std::size_t kSize = 16384;
  const std::size_t kFactor = 60;
  std::string names;
  for (int i = 0; i < 1000; ++i) names += "\"" + std::to_string(i) + "\":0,";
  for (const std::string& item : {std::string("0,"), std::string("[],"), std::string("[0],"), std::string("{},"),
                                  std::string("{\"\":0},"), std::string("\"\","), "{" + names + "\"\":0},"}) {
    std::string text = "[";
    while (text.size() + item.size() < kSize) text += item;
    text.back() = ']';
    CountingMemory memory;
    ASSERT_TRUE(read_json(text, {}, &memory)) << item.substr(0, 9);
    EXPECT_LE(memory.allocated, kFactor * text.size()) << item.substr(0, 9);
  }
}

TEST(StrictJson, StaysFastWithManyNames) {
  // Quadratic comparison of 20,000 names of 1,000 characters would take minutes and run into the limit of the test.
  std::string text = "{";
  const std::string prefix(1000, 'n');
  for (int name = 0; name < 20000; ++name) {
    text.append(name == 0 ? "\"" : ",\"").append(prefix).append(std::to_string(name)).append("\":0");
  }
  EXPECT_TRUE(check_object(text + "}", {}));
  EXPECT_FALSE(check_object(text + ",\"" + prefix + "0\":0}", {}));
}

std::vector<std::size_t> lines_of(std::string_view text, const std::vector<std::string>& places) {
  Lines lines;
  for (const auto& place : places) lines.emplace(place, 0);
  find_lines(text, lines);
  std::vector<std::size_t> found;
  for (const auto& place : places) found.push_back(lines.at(place));
  return found;
}

TEST(FindLines, FindsMembersByTheirNameAndItemsByTheirValue) {
  constexpr std::string_view kText =
      "\n{\"a\": [1,\n  {\"b\":\n 2, \"c\"\n:\n{} },\r\n [[\"]\\\"}\"]\n, -1.5e3]],\"d\":null}";
  EXPECT_THAT(lines_of(kText, {"", "a", "a[0]", "a[1]", "a[1].b", "a[1].c", "a[2]", "a[2][0][0]", "a[2][1]", "d"}),
              ElementsAre(2, 2, 2, 3, 3, 4, 7, 7, 8, 8));
}

TEST(FindLines, IsZeroForAMissingPlace) {
  EXPECT_THAT(lines_of("{\"a\": [1]}", {"b", "a[1]", "a[0][0]", "a"}), ElementsAre(0, 0, 0, 1));
}

TEST(FindLines, IsThatOfTheFirstOfTwo) { EXPECT_THAT(lines_of("{\"a\": 1,\n\"a\": 2}", {"a"}), ElementsAre(1)); }

TEST(FindLines, FindsEscapedNames) {
  EXPECT_THAT(lines_of("{\n\"a/b~c\": 1,\n\"\\u0064\": 2,\n\"\": 3}", {"[\"a/b~c\"]", "d", "[\"\"]"}),
              ElementsAre(2, 3, 4));
}

TEST(FindLines, HandlesTruncatedText) {
  const std::string text = "{\"a\": [1, {\"b\\\\\": \"c\"}], \"d\": tru";
  for (std::size_t size = 0; size <= text.size(); ++size) {
    EXPECT_EQ(lines_of(text.substr(0, size), {"zz"}), std::vector<std::size_t>{0}) << size;
  }
}

}  // namespace
}  // namespace agent_access::json
