// Files as text or as bytes in results of MCP.
#include "mcp/resources.hpp"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <string>

namespace agent_access::mcp {
namespace {

std::string contents_of(const std::string& media_type, const std::string& bytes) {
  std::string out = "x";
  append_contents("https://a.test/b", {media_type, bytes}, out);
  return out;
}

TEST(McpContents, AreTextForTypesOfTexts) {
  for (const auto* type : {"text/plain", "text/csv; charset=utf-8", "TEXT/HTML", "application/json",
                           "application/JSON ; a=b", "application/ld+json", "application/xml", "image/svg+xml",
                           "application/yaml", "application/vnd.oai.openapi+yaml", "application/toml",
                           "application/javascript", "application/x-ndjson", "application/ecmascript"}) {
    EXPECT_TRUE(is_text_type(type)) << type;
  }
  for (const auto* type : {"application/pdf", "application/octet-stream", "image/png", "text", "application/jsonx", "",
                           "application/zip; name=a+json", "x-text/plain", "json"}) {
    EXPECT_FALSE(is_text_type(type)) << type;
  }
}

TEST(McpContents, HaveATextWithItsTypeAlone) {
  EXPECT_EQ(contents_of("text/plain; charset=utf-8", "ä \"b\"\n"),
            R"(x{"uri":"https://a.test/b","mimeType":"text/plain","text":"ä \"b\"\n"})");
  EXPECT_EQ(contents_of("text/plain", ""), R"(x{"uri":"https://a.test/b","mimeType":"text/plain","text":""})");
}

TEST(McpContents, HaveBytesInBase64) {
  EXPECT_EQ(contents_of("application/pdf", "%PDF\xff"),
            R"(x{"uri":"https://a.test/b","mimeType":"application/pdf","blob":"JVBERv8="})");
  EXPECT_EQ(contents_of("application/pdf", ""),
            R"(x{"uri":"https://a.test/b","mimeType":"application/pdf","blob":""})");
}

TEST(McpContents, HaveATextThatIsNotUtf8AsBytesWithItsWholeType) {
  EXPECT_EQ(contents_of("text/plain; charset=iso-8859-1", "\xe4"),
            R"(x{"uri":"https://a.test/b","mimeType":"text/plain; charset=iso-8859-1","blob":"5A=="})");
  EXPECT_EQ(contents_of("text/plain; charset=utf-16le", std::string("a\0", 2)),
            R"(x{"uri":"https://a.test/b","mimeType":"text/plain; charset=utf-16le","blob":"YQA="})")
      << "two bytes that are UTF-8, too";
}

TEST(McpContents, KeepEveryCharacterOfALongText) {
  std::string text;
  while (text.size() < 100'000) text.append("line \"of\" a \\ text, ä 漢 🙂\x7f\t\n");
  const auto contents = boost::json::parse(contents_of("text/plain", text).substr(1));
  EXPECT_EQ(contents.at("text").as_string(), text);
}

TEST(McpContents, TakeLittleMoreMemoryThanTheyNeed) {
  std::string out;
  const std::string bytes(kMostFileBytes, '\xff');
  append_contents("https://a.test/b", {"application/pdf", bytes}, out);
  EXPECT_GE(out.size(), kMostFileBytes / 3 * 4);
  EXPECT_LE(out.capacity(), out.size() + 4096);
}

}  // namespace
}  // namespace agent_access::mcp
