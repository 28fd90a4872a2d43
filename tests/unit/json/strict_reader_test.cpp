// Names that occur twice in one object, among few and among many.
#include "json/strict_reader.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "support/vectors.hpp"

namespace agent_access::json {
namespace {

std::vector<std::string> numbered(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t number = 0; number < count; ++number) names.push_back("name " + std::to_string(number));
  return names;
}

TEST(OpenNames, FindsANameThatOccursTwiceInOneObject) {
  OpenNames names;
  names.begin_object();
  EXPECT_TRUE(names.add("a"));
  EXPECT_TRUE(names.add("b"));
  EXPECT_FALSE(names.add("a"));
  EXPECT_TRUE(names.add(""));
  EXPECT_FALSE(names.add(""));
}

TEST(OpenNames, KeepsTheNamesOfEachObjectApart) {
  OpenNames names;
  names.begin_object();
  EXPECT_TRUE(names.add("a"));
  names.begin_object();
  EXPECT_TRUE(names.add("a"));
  names.end_object();
  names.begin_object();
  EXPECT_TRUE(names.add("a")) << "the object before has ended";
  names.end_object();
  EXPECT_FALSE(names.add("a")) << "this object has gone on";
  EXPECT_TRUE(names.add("b"));
}

TEST(OpenNames, FindsEachOfManyNames) {
  for (const std::size_t count : {15UL, 16UL, 17UL, 18UL, 1000UL}) {
    const std::vector<std::string> all = numbered(count);
    OpenNames names;
    names.begin_object();
    for (const std::string& name : all) EXPECT_TRUE(names.add(name)) << name << " of " << count;
    for (const std::string& name : all) EXPECT_FALSE(names.add(name)) << name << " of " << count;
  }
}

TEST(OpenNames, KeepsManyNamesWhileAnInnerObjectIsOpen) {
  const std::vector<std::string> outer = numbered(40);
  const std::vector<std::string> inner = numbered(20);
  OpenNames names;
  names.begin_object();
  EXPECT_TRUE(names.add("first"));
  names.begin_object();
  for (const std::string& name : outer) EXPECT_TRUE(names.add(name));
  names.begin_object();
  for (const std::string& name : inner) EXPECT_TRUE(names.add(name));
  names.end_object();
  for (const std::string& name : outer) EXPECT_FALSE(names.add(name));
  names.end_object();
  EXPECT_FALSE(names.add("first"));
  EXPECT_TRUE(names.add("name 1"));
}

bool is_strict_json(std::string_view text, std::size_t max_depth = kMaxForeignDepth) {
  return StrictReader<StrictEvents>(max_depth, Root::any).read(text).has_value();
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
    EXPECT_EQ(parse_strict_json(text), std::nullopt) << text;
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

TEST(StrictJson, RefusesNumbersThatAreNotFinite) {
  for (const std::string_view text : {"1e400", "-1e400", "[1e999999999999]", R"({"exp":1e309})", "NaN", "Infinity"}) {
    EXPECT_FALSE(is_strict_json(text)) << text;
    EXPECT_EQ(parse_strict_json(text), std::nullopt) << text;
  }
  for (const std::string_view text : {"1e308", "-0", "1e-400", "18446744073709551616"}) {
    EXPECT_TRUE(is_strict_json(text)) << text;
    EXPECT_TRUE(parse_strict_json(text).has_value()) << text;
  }
}

TEST(StrictJson, KeepsWholeNumbersOf64BitsExactly) {
  EXPECT_EQ(parse_strict_json("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(parse_strict_json("9223372036854775808"), 9223372036854775808U);
  EXPECT_EQ(parse_strict_json("18446744073709551615"), 18446744073709551615U);
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

TEST(ParseStrictObject, AcceptsObjectsOnly) {
  const auto object = parse_strict_object(R"({"a":[1,"two",null]})");
  ASSERT_TRUE(object);
  EXPECT_EQ(object->at("a").as_array().size(), 3U);
  for (const std::string_view text : {"[]", "\"{}\"", "1", "null", "true", ""}) {
    EXPECT_EQ(parse_strict_object(text), std::nullopt) << text;
  }
}

TEST(StrictJson, StaysFastWithManyNames) {
  // Quadratic comparison of 20,000 names of 1,000 characters would take minutes and run into the limit of the test.
  std::string text = "{";
  const std::string prefix(1000, 'n');
  for (int name = 0; name < 20000; ++name) {
    text.append(name == 0 ? "\"" : ",\"").append(prefix).append(std::to_string(name)).append("\":0");
  }
  EXPECT_TRUE(is_strict_json(text + "}"));
  EXPECT_FALSE(is_strict_json(text + ",\"" + prefix + "0\":0}"));
}

}  // namespace
}  // namespace agent_access::json
