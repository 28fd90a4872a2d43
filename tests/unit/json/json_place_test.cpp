#include "json/strict_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>

namespace agent_access::json {
namespace {

using testing::ElementsAre;

TEST(LinesOf, FindsMembersByTheirNameAndItemsByTheirValue) {
  constexpr std::string_view kText =
      "\n{\"a\": [1,\n  {\"b\":\n 2, \"c\"\n:\n{} },\r\n [[\"]\\\"}\"]\n, -1.5e3]],\"d\":null}";
  EXPECT_THAT(lines_of(kText, {"", "/a", "/a/0", "/a/1", "/a/1/b", "/a/1/c", "/a/2", "/a/2/0/0", "/a/2/1", "/d"}),
              ElementsAre(2, 2, 2, 3, 3, 4, 7, 7, 8, 8));
}

TEST(LinesOf, IsZeroForAMissingPlace) {
  EXPECT_THAT(lines_of("{\"a\": [1]}", {"/b", "/a/1", "/a/0/0", "/a"}), ElementsAre(0, 0, 0, 1));
}

TEST(LinesOf, FindsEscapedNames) {
  EXPECT_THAT(lines_of("{\n\"a/b~c\": 1,\n\"\\u0064\\\"\": 2,\n\"\": 3}", {"/a~1b~0c", "/d\"", "/"}),
              ElementsAre(2, 3, 4));
}

TEST(LinesOf, HandlesTruncatedText) {
  const std::string text = "{\"a\": [1, {\"b\\\\\": \"c\"}], \"d\": tru";
  for (std::size_t size = 0; size <= text.size(); ++size) {
    EXPECT_EQ(lines_of(text.substr(0, size), {"/zz"}), std::vector<std::size_t>{0}) << size;
  }
}

TEST(MemberPath, IsWrittenWithDotsAndIndexes) {
  const auto document = boost::json::parse(R"({"a": [{"b": 1}, {"0": [7]}], "x y": {"q\"\n": 1, "c~/": 2}})");
  EXPECT_EQ(member_path(document, ""), "");
  EXPECT_EQ(member_path(document, "/a/0/b"), "a[0].b");
  EXPECT_EQ(member_path(document, "/a/1/0/0"), "a[1].0[0]");
  EXPECT_EQ(member_path(document, "/a/0/missing"), "a[0].missing");
  EXPECT_EQ(member_path(document, "/x y/q\"\n"), "[\"x y\"][\"q??\"]");
  EXPECT_EQ(member_path(document, "/x y/c~0~1"), "[\"x y\"][\"c~/\"]");
}

}  // namespace
}  // namespace agent_access::json
