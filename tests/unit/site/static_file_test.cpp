#include "site/static_file.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace agent_access::site {
namespace {

TEST(MediaTypeOf, KnowsTheFilesOfASite) {
  const std::vector<std::pair<std::string_view, std::string_view>> rows = {
      {"index.html", "text/html; charset=utf-8"},
      {"notes.md", "text/markdown; charset=utf-8"},
      {"robots.txt", "text/plain; charset=utf-8"},
      {"a.css", "text/css; charset=utf-8"},
      {"a.js", "text/javascript; charset=utf-8"},
      {"a.mjs", "text/javascript; charset=utf-8"},
      {"a.csv", "text/csv; charset=utf-8"},
      {"a.json", "application/json"},
      {"a.xml", "application/xml"},
      {"a.rss", "application/rss+xml"},
      {"a.atom", "application/atom+xml"},
      {"a.yaml", "application/yaml"},
      {"site.webmanifest", "application/manifest+json"},
      {"a.pdf", "application/pdf"},
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
      {"a.mp3", "audio/mpeg"},
      {"a.mp4", "video/mp4"},
      {"a.webm", "video/webm"},
  };
  for (const auto& [name, type] : rows) EXPECT_EQ(media_type_of(name), type) << name;
}

TEST(MediaTypeOf, FoldsCaseAndLooksAtTheLastEnding) {
  EXPECT_EQ(media_type_of("A.HTML"), "text/html; charset=utf-8");
  EXPECT_EQ(media_type_of("a.html.png"), "image/png");
  EXPECT_EQ(media_type_of(".css"), "text/css; charset=utf-8");
}

TEST(MediaTypeOf, IsBytesForEverythingElse) {
  for (const std::string_view name : {"", "html", "a.", "a.exe", "a.htmlx", ".", "a.html "}) {
    EXPECT_EQ(media_type_of(name), "application/octet-stream") << name;
  }
}

}  // namespace
}  // namespace agent_access::site
