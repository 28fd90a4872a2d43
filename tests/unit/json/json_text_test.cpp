#include "json/json_text.hpp"

#include <gtest/gtest.h>

namespace agent_access::json {
namespace {

TEST(JsonString, EscapesQuoteBackslashAndControls) {
  EXPECT_EQ(json_string(""), "\"\"");
  EXPECT_EQ(json_string("a/b"), "\"a/b\"");
  EXPECT_EQ(json_string("\"\\"), R"("\"\\")");
  EXPECT_EQ(json_string(std::string_view("\0\n\x1F\x7F", 4)), R"("\u0000\u000a\u001f\u007f")");
  EXPECT_EQ(json_string("\xC3\xA9\xF0\x9F\x98\x80"), "\"\xC3\xA9\xF0\x9F\x98\x80\"");
}

TEST(AppendJsonString, KeepsTheTextBeforeIt) {
  std::string out = "{\"a\":";
  append_json_string(out, "b");
  EXPECT_EQ(out, "{\"a\":\"b\"");
}

TEST(AppendEscaped, HasNoQuotesAround) {
  std::string out = "before ";
  append_escaped(out, "a\"b\\\x01 \xC3\xA9");
  EXPECT_EQ(out, R"(before a\"b\\\u0001 )"
                 "\xC3\xA9");
  append_escaped(out, "");
  EXPECT_EQ(out.size(), 22U);
}

}  // namespace
}  // namespace agent_access::json
