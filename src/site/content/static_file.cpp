#include "site/content/static_file.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"
#include "base/hex.hpp"

namespace agent_access::content {
namespace {

struct Ending {
  std::string_view ending;  ///< lower case
  std::string_view media_type;
};

/// Media types of the IANA registry, RFC 9239 for JavaScript.
constexpr auto kEndings = std::to_array<Ending>({
    {"html", "text/html; charset=utf-8"},
    {"htm", "text/html; charset=utf-8"},
    {"md", "text/markdown; charset=utf-8"},
    {"txt", "text/plain; charset=utf-8"},
    {"css", "text/css; charset=utf-8"},
    {"js", "text/javascript; charset=utf-8"},
    {"mjs", "text/javascript; charset=utf-8"},
    {"bib", "application/x-bibtex; charset=utf-8"},
    {"csv", "text/csv; charset=utf-8"},
    {"ics", "text/calendar; charset=utf-8"},
    {"vcf", "text/vcard; charset=utf-8"},
    {"vtt", "text/vtt; charset=utf-8"},
    {"json", "application/json"},
    {"map", "application/json"},
    {"jsonld", "application/ld+json"},
    {"webmanifest", "application/manifest+json"},
    {"xml", "application/xml"},
    {"xsl", "application/xslt+xml"},
    {"rss", "application/rss+xml"},
    {"atom", "application/atom+xml"},
    {"yaml", "application/yaml"},
    {"yml", "application/yaml"},
    {"toml", "application/toml"},
    {"pdf", "application/pdf"},
    {"epub", "application/epub+zip"},
    {"wasm", "application/wasm"},
    {"zip", "application/zip"},
    {"gz", "application/gzip"},
    {"svg", "image/svg+xml"},
    {"png", "image/png"},
    {"jpg", "image/jpeg"},
    {"jpeg", "image/jpeg"},
    {"gif", "image/gif"},
    {"webp", "image/webp"},
    {"avif", "image/avif"},
    {"ico", "image/x-icon"},
    {"woff", "font/woff"},
    {"woff2", "font/woff2"},
    {"ttf", "font/ttf"},
    {"otf", "font/otf"},
    {"mp3", "audio/mpeg"},
    {"ogg", "audio/ogg"},
    {"wav", "audio/wav"},
    {"mp4", "video/mp4"},
    {"webm", "video/webm"},
});

}  // namespace

std::string_view media_type_of(std::string_view file_name) noexcept {
  const auto dot = file_name.rfind('.');
  const std::string_view ending = dot == std::string_view::npos ? std::string_view() : file_name.substr(dot + 1);
  const auto* const found = std::ranges::find_if(
      kEndings, [&](const Ending& entry) { return std::ranges::equal(entry.ending, ending, {}, {}, base::lower); });
  return found == kEndings.end() ? "application/octet-stream" : found->media_type;
}

void append_encoded(std::string& path, std::string_view name) {
  constexpr std::string_view kMarks = "-._~!$&'()*+,;=:@";
  for (const char character : name) {
    if (base::is_alphanumeric(character) || kMarks.contains(character)) {
      path += character;
    } else {
      base::append_percent(path, character);
    }
  }
}

}  // namespace agent_access::content
