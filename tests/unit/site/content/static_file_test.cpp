#include "site/content/static_file.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace agent_access::content {
namespace {

TEST(MediaTypeOf, HasTypesForTheFilesOfASite) {
  const std::vector<std::pair<std::string_view, std::string_view>> rows = {
      {"index.html", "text/html; charset=utf-8"},
      {"old.htm", "text/html; charset=utf-8"},
      {"notes.md", "text/markdown; charset=utf-8"},
      {"robots.txt", "text/plain; charset=utf-8"},
      {"a.css", "text/css; charset=utf-8"},
      {"a.js", "text/javascript; charset=utf-8"},
      {"a.mjs", "text/javascript; charset=utf-8"},
      {"a.csv", "text/csv; charset=utf-8"},
      {"a.ics", "text/calendar; charset=utf-8"},
      {"a.vcf", "text/vcard; charset=utf-8"},
      {"a.vtt", "text/vtt; charset=utf-8"},
      {"a.json", "application/json"},
      {"a.js.map", "application/json"},
      {"a.jsonld", "application/ld+json"},
      {"a.xml", "application/xml"},
      {"a.xsl", "application/xslt+xml"},
      {"a.rss", "application/rss+xml"},
      {"a.atom", "application/atom+xml"},
      {"a.yaml", "application/yaml"},
      {"a.yml", "application/yaml"},
      {"a.toml", "application/toml"},
      {"site.webmanifest", "application/manifest+json"},
      {"a.pdf", "application/pdf"},
      {"a.epub", "application/epub+zip"},
      {"a.wasm", "application/wasm"},
      {"a.zip", "application/zip"},
      {"a.tar.gz", "application/gzip"},
      {"a.svg", "image/svg+xml"},
      {"a.png", "image/png"},
      {"a.jpg", "image/jpeg"},
      {"a.jpeg", "image/jpeg"},
      {"a.gif", "image/gif"},
      {"a.webp", "image/webp"},
      {"a.avif", "image/avif"},
      {"favicon.ico", "image/x-icon"},
      {"a.woff2", "font/woff2"},
      {"a.woff", "font/woff"},
      {"a.ttf", "font/ttf"},
      {"a.otf", "font/otf"},
      {"a.mp3", "audio/mpeg"},
      {"a.ogg", "audio/ogg"},
      {"a.wav", "audio/wav"},
      {"a.mp4", "video/mp4"},
      {"a.webm", "video/webm"},
  };
  for (const auto& [name, type] : rows) EXPECT_EQ(media_type_of(name), type) << name;
}

TEST(MediaTypeOf, IgnoresCaseAndUsesTheLastExtension) {
  EXPECT_EQ(media_type_of("A.HTML"), "text/html; charset=utf-8");
  EXPECT_EQ(media_type_of("a.html.png"), "image/png");
  EXPECT_EQ(media_type_of(".css"), "text/css; charset=utf-8");
}

TEST(MediaTypeOf, IsOctetStreamForEverythingElse) {
  for (const std::string_view name : {"", "html", "a.", "a.exe", "a.htmlx", ".", "a.html "}) {
    EXPECT_EQ(media_type_of(name), "application/octet-stream") << name;
  }
}

TEST(AppendEncoded, KeepsPcharAndEscapesEveryOtherByte) {
  const std::pair<std::string, std::string> rows[] = {
      {"a boat.svg", "/a%20boat.svg"},         {"az AZ09-._~!$&'()*+,;=:@", "/az%20AZ09-._~!$&'()*+,;=:@"},
      {"100%.html", "/100%25.html"},           {"a?b#c[d]\"e\\f", "/a%3Fb%23c%5Bd%5D%22e%5Cf"},
      {"B\xc3\xbc\x7f\x01", "/B%C3%BC%7F%01"}, {"", "/"},
  };
  for (const auto& [name, path] : rows) {
    std::string appended = "/";
    append_encoded(appended, name);
    EXPECT_EQ(appended, path);
  }
}

}  // namespace
}  // namespace agent_access::content
