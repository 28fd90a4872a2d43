#include "documents/text_template.hpp"

#include <gtest/gtest.h>

namespace agent_access::documents {
namespace {

TEST(Fill, ReplacesPlaceholders) {
  EXPECT_EQ(fill("{{a}}-{{b}}{{a}}.", {{"a", "1"}, {"b", "2"}}), "1-21.");
  EXPECT_EQ(fill("{\"x\": {\"y\": [{{n}}]}}", {{"n", "3"}}), "{\"x\": {\"y\": [3]}}");
  EXPECT_EQ(fill("", {{"a", "1"}}), "");
}

TEST(Fill, DoesNotReplacePlaceholdersInValues) { EXPECT_EQ(fill("{{a}}", {{"a", "{{b}}"}, {"b", "no"}}), "{{b}}"); }

TEST(Fill, KeepsUnknownPlaceholders) {
  EXPECT_EQ(fill("{{a}} {{c}} {{", {{"a", "1"}}), "1 {{c}} {{");
  EXPECT_EQ(fill("}} {{a", {{"a", "1"}}), "}} {{a");
}

}  // namespace
}  // namespace agent_access::documents
