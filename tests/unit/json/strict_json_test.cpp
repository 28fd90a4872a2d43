#include "json/strict_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>

namespace agent_access::json {
namespace {

const boost::json::object kObject =
    boost::json::parse(R"({"text": "x", "number": 1, "list": ["a", 2, {"b": 3}], "outer": {"inner": {"text": "y"}}})")
        .as_object();

TEST(Members, AreReadByTypeOrAreEmpty) {
  EXPECT_EQ(text_at(kObject, "text"), "x");
  EXPECT_EQ(text_at(kObject, "number"), "");
  EXPECT_EQ(text_at(kObject, "other"), "");
  EXPECT_EQ(find_text(kObject, "number"), std::nullopt);
  EXPECT_EQ(integer_at(kObject, "number"), 1);
  EXPECT_EQ(integer_at(kObject, "text"), std::nullopt);
  EXPECT_EQ(array_at(kObject, "text"), nullptr);
  EXPECT_EQ(object_at(kObject, "list"), nullptr);
}

TEST(Members, OfOtherTypesInAnArrayAreLeftOut) {
  EXPECT_EQ(texts_at(kObject, "list"), std::vector<std::string>{"a"});
  ASSERT_EQ(objects_at(kObject, "list").size(), 1U);
  EXPECT_EQ(integer_at(*objects_at(kObject, "list").front(), "b"), 3);
  EXPECT_TRUE(texts_at(kObject, "text").empty());
}

TEST(Members, AreNamedByAPath) {
  EXPECT_EQ(text_at(kObject, "outer.inner.text"), "y");
  EXPECT_EQ(value_at(kObject, "outer.text.inner"), nullptr);
  EXPECT_EQ(value_at(kObject, "number.inner"), nullptr);
}

using testing::ElementsAre;

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

TEST(Place, IsWrittenWithDotsAndIndexes) {
  EXPECT_EQ(place_of_member("", "a"), "a");
  EXPECT_EQ(place_of_member(place_of_item("a", 0), "b"), "a[0].b");
  EXPECT_EQ(place_of_item(place_of_member("a[1]", "0"), 0), "a[1].0[0]");
  EXPECT_EQ(place_of_member(place_of_member("", "x y"), "q\"\n"), "[\"x y\"][\"q??\"]");
  EXPECT_EQ(place_of_member("[\"x y\"]", "c~/"), "[\"x y\"][\"c~/\"]");
}

}  // namespace
}  // namespace agent_access::json
