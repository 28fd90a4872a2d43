#include "mcp/contents.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"
#include "base/base64url.hpp"
#include "base/bytes.hpp"
#include "base/text.hpp"
#include "documents/document_row.hpp"
#include "http/append.hpp"
#include "json/json_text.hpp"

namespace agent_access::mcp {

namespace {

constexpr auto kTextTypes = std::to_array<std::string_view>({
    "application/ecmascript", "application/graphql",  "application/javascript", "application/json",
    "application/jsonl",      "application/n-quads",  "application/n-triples",  "application/sparql-query",
    "application/sql",        "application/toml",     "application/trig",       "application/x-bibtex",
    "application/x-latex",    "application/x-ndjson", "application/x-tex",      "application/x-yaml",
    "application/xml",        "application/xml-dtd",  "application/yaml",
});
constexpr auto kTextSuffixes = std::to_array<std::string_view>({"+json", "+xml", "+yaml"});

std::string_view without_parameters(std::string_view media_type) noexcept {
  const std::string_view type = documents::essence_of(media_type);
  return type.substr(0, type.find_last_not_of(" \t") + 1);
}

void append_base64(std::string& out, std::string_view bytes) {
  const std::size_t before = out.size();
  out.resize_and_overwrite(before + base::base64_encoded_size(bytes.size()), [&](char* begin, std::size_t) {
    return base::base64_encode_to(base::bytes_of(bytes), begin + before) - begin;
  });
}

}  // namespace

bool is_text_type(std::string_view media_type) {
  const std::string type = base::lower_case(without_parameters(media_type));
  if (type.starts_with("text/") || std::ranges::binary_search(kTextTypes, type)) return true;
  return std::ranges::any_of(kTextSuffixes, [&](std::string_view suffix) { return type.ends_with(suffix); });
}

void append_contents(std::string_view uri, const FileContents& file, std::string& out) {
  const bool is_text = is_text_type(file.media_type) && !file.bytes.contains('\0') && base::is_utf8(file.bytes);
  http::append(out, R"({"uri":)", json::json_string(uri), R"(,"mimeType":)",
               json::json_string(is_text ? without_parameters(file.media_type) : std::string_view(file.media_type)),
               is_text ? R"(,"text":")" : R"(,"blob":")");
  // With room for what follows; escapes of one line break in fifty bytes need an eighth more.
  constexpr std::size_t kRoom = 2048;
  out.reserve(out.size() + kRoom +
              (is_text ? file.bytes.size() / 8 * 9 : base::base64_encoded_size(file.bytes.size())));
  if (is_text) {
    json::append_escaped(out, file.bytes);
  } else {
    append_base64(out, file.bytes);
  }
  out.append("\"}");
}

}  // namespace agent_access::mcp
