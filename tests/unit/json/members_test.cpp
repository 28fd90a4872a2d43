#include "json/members.hpp"

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

}  // namespace
}  // namespace agent_access::json
