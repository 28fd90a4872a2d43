// YAML as values of JSON, with its mistakes and its limits.
#include "site/sources/texts/yaml.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <string>
#include <utility>
#include <vector>

namespace agent_access::sources {
namespace {

namespace bj = boost::json;
using testing::HasSubstr;

TEST(ReadYaml, MakesValuesOfJson) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"", "null"},
      {"# a comment\n", "null"},
      {"a: 1\nb: [x, -2, 3.5]\nc: {d: ~, e: }\n", R"({"a": 1, "b": ["x", -2, 3.5], "c": {"d": null, "e": null}})"},
      {"- true\n- False\n- yes\n- No\n- on\n", R"([true, false, "yes", "No", "on"])"},
      {"- 2020-03-15\n- 007\n- 1.10\n- 0x1F\n- 1e5\n- +1\n- .5\n- .inf\n- nan\n- 12:30\n",
       R"(["2020-03-15", "007", "1.10", "0x1F", "1e5", "+1", ".5", ".inf", "nan", "12:30"])"},
      {"- '2020'\n- \"\\u00e9\"\n- 'It''s'\n- !!str 2020\n", R"(["2020", "é", "It's", "2020"])"},
      {"a: >-\n  one\n  two\n\n  three\nb: |\n  x:\n  y\nc: a plain\n  one\n",
       R"({"a": "one two\nthree", "b": "x:\ny\n", "c": "a plain one"})"},
      {"2020: a\n? b\n: c\n", R"({"2020": "a", "b": "c"})"},
      {"a: &x {n: 1}\nb: *x\nc: &y text\n*y : d\n", R"({"a": {"n": 1}, "b": {"n": 1}, "c": "text", "text": "d"})"},
      {"a: &x {n: 1, m: 2}\nb: {<<: *x, n: 3}\nc:\n  <<: [*x, {k: 4}]\n",
       R"({"a": {"n": 1, "m": 2}, "b": {"n": 3, "m": 2}, "c": {"n": 1, "m": 2, "k": 4}})"},
      {"a: &x null\nb: *x\nc: &y 2020\nd: [*y]\n*y : &z ~\ne: {*z : 1}\nf: &w\ng: *w\n",
       R"({"a": null, "b": null, "c": 2020, "d": [2020], "2020": null, "e": {"~": 1}, "f": null, "g": null})"},
      {"%YAML 1.2\n---\na: 1\n...\n", R"({"a": 1})"},
      {"---\n# only this\n", "null"},
      {"\"$schema\": x\n", R"({"$schema": "x"})"},
  };
  for (const auto& [text, expected] : rows) {
    const auto value = read_yaml(text);
    ASSERT_TRUE(value) << text << value.error();
    EXPECT_EQ(*value, bj::parse(expected)) << text << bj::serialize(*value);
  }
}

TEST(ReadYaml, SaysWhereAMistakeIsAndWhatToWrite) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"a: 1\ntitle: Quiet: a study\n", "2: is not YAML: found a second \": \" in one text; put the text in quotes"},
      {"a: 1\n b: 2\n", "2: is not YAML: found a second \": \" in one text"},
      {"a:\n  - x\n - y\n", "3: is not YAML: found a line that begins further left or right"},
      {"a: 1\nword\nb: 2\n", "3: is not YAML: found a line that is neither"},
      {"a: 1\nb: @home\n", "2: is not YAML: found a tab, or a text that begins with @"},
      {"a:\n\tb: 1\n", "2: is not YAML: found a tab"},
      {"a: 1\nb: \"open\nc: 2\n", "2: is not YAML: found a quote that does not end"},
      {"a: \"C:\\Users\"\n", "1: is not YAML: found a backslash in double quotes"},
      {"a: *bold* text\n", "1: is not YAML: found a text that begins with * or &"},
      {"a: [1, 2\nb: 3\n", "is not YAML: found a list [ that is not closed"},
      {"a: - b\n", "1: is not YAML: found a list in the line of its name"},
      {std::string("a: 1\nb: x\x01\n"), "2: is not YAML: found a control character; remove it"},
      {"a: 1\nb: *x\n", "2: the alias *x has no anchor & before it"},
      {"a: &x [*x]\n", "1: the alias *x has no anchor"},
      {"a: 1\nb: 2\na: 3\n", "3: the member \"a\" occurs twice in one object; keep one"},
      {"? [a, b]\n: c\n", "1: a list or an object is the name of a member"},
      {"%YAML 1.2\n%TAG !a! tag:x\n---\na: 1\n", "2: %TAG has no meaning here; remove it"},
      {"a: 1\n---\nb: 2\n", "2: a second document begins; keep one in a file"},
  };
  for (const auto& [text, expected] : rows) {
    const auto value = read_yaml(text);
    ASSERT_FALSE(value) << text << bj::serialize(*value);
    EXPECT_THAT(value.error(), HasSubstr(expected)) << text;
  }
}

TEST(ReadYaml, LimitsLevelsAndWhatAliasesRepeat) {
  EXPECT_TRUE(read_yaml(std::string(32, '[') + std::string(32, ']')));
  EXPECT_EQ(read_yaml(std::string(33, '[') + std::string(33, ']')).error(), "1: is nested more than 32 levels deep");
  std::string laughs = "- &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]\n";
  for (int i = 1; i < 10; ++i) {
    const auto before = "*a" + std::to_string(i - 1);
    laughs += "- &a" + std::to_string(i) + " [" + before;
    for (int j = 1; j < 10; ++j) laughs += ", " + before;
    laughs += "]\n";
  }
  EXPECT_THAT(read_yaml(laughs).error(), HasSubstr("aliases repeat more than 1 MiB; write it once"));
  std::string copies = "- &a " + std::string(1000, 'x') + "\n";
  for (int i = 0; i < 1100; ++i) copies += "- *a\n";
  EXPECT_THAT(read_yaml(copies).error(), HasSubstr("aliases repeat more than 1 MiB"));
}

TEST(FindYamlLines, GivesEachPlaceTheLineOfItsNameOrItem) {
  json::Lines lines;
  for (const auto* place : {"", "work", "work[1]", "work[1].startDate", "workshop", "last[0].name", R"(["a b"].c)"}) {
    lines.emplace(place, 0);
  }
  find_yaml_lines(
      "# comment\nwork:\n  - &job {name: A}\n  - name: B\n    startDate:\n      2020\nworkshop: 1\nlast:\n"
      "  - *job\na b: {c: 1}\n",
      lines);
  EXPECT_EQ(lines, (json::Lines{{"", 2},
                                {"work", 2},
                                {"work[1]", 4},
                                {"work[1].startDate", 5},
                                {"workshop", 7},
                                {"last[0].name", 9},
                                {R"(["a b"].c)", 10}}));
}

}  // namespace
}  // namespace agent_access::sources
