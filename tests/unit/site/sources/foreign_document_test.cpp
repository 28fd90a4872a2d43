// Files of data, and front matter above pages of Markdown.
#include "site/sources/texts/foreign_document.hpp"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <string_view>

namespace agent_access::sources {
namespace {

ForeignDocument document_of(std::string_view text) {
  auto document = read_foreign_document(text);
  EXPECT_TRUE(document) << document.error();
  return document ? std::move(*document) : ForeignDocument();
}

TEST(ReadForeignDocument, SeparatesFrontMatterAndText) {
  const auto document = document_of("--- \na: 1\n---\t\nText\n---\nmore\n");
  EXPECT_EQ(document.value, boost::json::parse(R"({"a": 1})"));
  EXPECT_EQ(document.body, "Text\n---\nmore\n");
  EXPECT_EQ(document.body_line, 4U);
}

TEST(ReadForeignDocument, TakesAMarkerWithinATextForText) {
  const auto document = document_of("---\na: |\n  one\n  ---\n  two\nb: 2\n");
  EXPECT_EQ(document.value, boost::json::parse(R"({"a": "one\n---\ntwo\n", "b": 2})"));
  EXPECT_EQ(document.body_line, 0U);
}

}  // namespace
}  // namespace agent_access::sources
