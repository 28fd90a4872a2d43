#include "site/sources/texts/foreign_document.hpp"

#include <algorithm>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "site/sources/texts/encoding.hpp"
#include "site/sources/texts/yaml.hpp"

namespace agent_access::sources {
namespace {

namespace bj = boost::json;

/// The end of the text in quotes at the beginning.
std::size_t string_size(std::string_view text) {
  std::size_t at = 1;
  while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2U : 1U;
  return std::min(at + 1, text.size());
}

std::size_t comment_size(std::string_view text) {
  if (text.starts_with("//")) return std::min(text.find('\n'), text.size());
  if (!text.starts_with("/*")) return 0;
  const auto end = text.find("*/", 2);
  return end == std::string_view::npos ? text.size() : end + 2;
}

std::size_t lines_in(std::string_view text) noexcept {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

constexpr std::string_view kJsonLd = "application/ld+json";

bool has_json_ld(std::string_view text) noexcept {
  return base::trim_white_space(text).starts_with('<') && text.contains(kJsonLd);
}

/// The JSON-LD of a page of HTML as a list, on the lines of the page; any other text as it is.
std::string json_of_page(std::string_view text) {
  if (!has_json_ld(text)) return std::string(text);
  std::string list = "[";
  const auto skip = [&](std::size_t size) {
    list.append(lines_in(text.substr(0, size)), '\n');
    text.remove_prefix(std::min(size, text.size()));
  };
  while (text.contains(kJsonLd)) {
    skip(text.find('>', text.find(kJsonLd)) + 1);
    const auto content = text.substr(0, text.find("</script"));
    list.append(content).append(",");
    text.remove_prefix(content.size());
  }
  return list + "]";
}

/// Takes the first line from the text, without its line feed.
std::string_view take_line(std::string_view& text) noexcept {
  const auto line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return line;
}

/// "---" at the beginning of the line; further right it is a part of a text.
bool is_marker(std::string_view line) noexcept {
  return line.starts_with("---") && base::trim_white_space(line) == "---";
}

/// The size of the front matter at the beginning of a page, with the line "---" that ends it; 0 if there is none.
std::size_t front_matter_size(std::string_view text) noexcept {
  auto rest = text;
  if (!is_marker(take_line(rest))) return 0;
  while (!rest.empty()) {
    if (is_marker(take_line(rest))) return text.size() - rest.size();
  }
  return 0;
}

bool begins_json(std::string_view text) noexcept { return text.starts_with('{') || text.starts_with('['); }

/// "name:" or "name: value".
bool begins_member(std::string_view line) {
  const bool is_name = base::is_alphanumeric(line.front()) || std::string_view("_\"'$").contains(line.front()) ||
                       static_cast<unsigned char>(line.front()) >= 0x80;
  return is_name && (line.ends_with(':') || line.contains(": "));
}

}  // namespace

base::Result<ForeignDocument, std::string> read_foreign_document(std::string_view bytes) {
  auto decoded = decode_text(bytes);
  if (!decoded) return base::Failure(std::move(decoded.error()));
  ForeignDocument document{.foreign_line = decoded->foreign_line};
  auto json = without_comments(json_of_page(decoded->text));
  if (begins_json(base::trim_white_space(json))) {
    document.text = std::move(json);
  } else {
    document.syntax = DataSyntax::yaml;
    document.text = std::move(decoded->text);
  }
  const auto front = document.syntax == DataSyntax::yaml ? front_matter_size(document.text) : 0;
  if (front > 0) {
    document.body = document.text.substr(front);
    document.body_line = 1 + lines_in(std::string_view(document.text).substr(0, front));
    document.text.resize(document.text.rfind("---", front - 1));
  }
  auto value = document.syntax == DataSyntax::yaml ? read_yaml(document.text) : parse_foreign_json(document.text);
  if (!value) return base::Failure(std::move(value.error()));
  document.value = std::move(*value);
  return document;
}

bool seems_data(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const auto first = base::trim_white_space(text);
  if (begins_json(first) || first.starts_with("//") || first.starts_with("/*") || has_json_ld(text)) return true;
  while (!text.empty()) {
    const auto line = base::trim_white_space(take_line(text));
    if (line.empty() || line.starts_with('#') || line.starts_with("%YAML") || line.starts_with("%TAG")) continue;
    return line == "---" || line == "-" || line.starts_with("- ") || begins_member(line);
  }
  return false;
}

void find_lines(const ForeignDocument& document, json::Lines& lines) {
  if (document.syntax == DataSyntax::yaml) return find_yaml_lines(document.text, lines);
  json::find_lines(document.text, lines);
}

void place_notes(const ForeignDocument& document, std::vector<SourceNote>& notes) {
  json::Lines lines;
  for (const auto& note : notes) lines.emplace(note.place, 0);
  find_lines(document, lines);
  for (auto& note : notes) {
    if (note.line == 0) note.line = lines.at(note.place);
  }
  std::ranges::stable_sort(notes, {}, &SourceNote::line);
}

std::string without_comments(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::string out;
  std::size_t comma = std::string::npos;  // the last one, if only white space and comments follow
  while (!text.empty()) {
    const auto comment = comment_size(text);
    const auto size = comment > 0 ? comment : text.front() == '"' ? string_size(text) : 1;
    if (comment > 0) {
      for (const char c : text.substr(0, size)) out += c == '\n' ? '\n' : ' ';
    } else {
      if (text.front() == ',') comma = out.size();
      const bool is_end = text.front() == ']' || text.front() == '}';
      if (is_end && comma != std::string::npos) out[comma] = ' ';
      if (text.front() != ',' && !base::kWhiteSpace.contains(text.front())) comma = std::string::npos;
      out += text.substr(0, size);
    }
    text.remove_prefix(size);
  }
  return out;
}

base::Result<bj::value, std::string> parse_foreign_json(std::string_view strict) {
  constexpr json::JsonRules kRules;
  auto value = json::read_json(strict, kRules);
  if (value) return std::move(*value);
  const json::JsonError& error = value.error();
  std::string sentence = json::sentence(error, kRules);
  if (error.fault == json::JsonFault::not_json) sentence = "is not JSON: found " + error.detail;
  if (error.fault == json::JsonFault::too_deep) sentence = "is nested more than 32 levels deep";
  return base::Failure(std::to_string(error.line) + ": " + sentence);
}

}  // namespace agent_access::sources
