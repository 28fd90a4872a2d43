#include "app/config/toml_mistakes.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "base/ascii.hpp"

namespace agent_access::app {
namespace {

/// Longer values are not repeated.
constexpr std::size_t kMostShown = 60;

constexpr std::array<std::string_view, 7> kTypographicQuotes = {"“", "”", "„", "«", "»", "‘", "’"};

bool is_name(std::string_view text) noexcept {
  return !text.empty() &&
         std::ranges::all_of(text, [](char c) { return base::is_alphanumeric(c) || c == '_' || c == '-'; });
}

bool has_typographic_quote(std::string_view text) noexcept {
  return std::ranges::any_of(kTypographicQuotes, [text](std::string_view quote) { return text.contains(quote); });
}

/// The text before a comment: before the first number sign outside of quotes.
std::string_view without_comment(std::string_view text) noexcept {
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (quote == 0 && text[i] == '#') return text.substr(0, i);
    if (quote == 0 && (text[i] == '"' || text[i] == '\'')) {
      quote = text[i];
    } else if (text[i] == quote) {
      quote = 0;
    }
  }
  return text;
}

bool is_closed(std::string_view text) noexcept { return std::ranges::count(text, text.front()) % 2 == 0; }

/// What is outside of double quotes in a list.
std::string outside_quotes(std::string_view list) {
  std::string outside;
  bool is_inside = false;
  for (const char c : list) {
    if (c == '"') {
      is_inside = !is_inside;
      outside += '"';
    } else if (!is_inside && c != ' ' && c != '\t') {
      outside += c;
    }
  }
  return outside;
}

std::string list_mistake(std::string_view list) {
  const std::string outside = outside_quotes(list);
  if (std::ranges::any_of(outside, base::is_letter)) return "each text in a list needs double quotes: [\"a\", \"b\"]";
  if (outside.contains("\"\"\"\"")) return "two texts of a list have no comma between them";
  if (!outside.contains(']')) return "the list is not closed; add ] after its last text";
  return {};
}

std::string value_mistake(std::string_view key, std::string_view value) {
  if (value.empty()) return "there is no value after the equals sign; write one, or remove the line";
  if (has_typographic_quote(value)) return "typographic quotation marks; TOML has straight double quotes only";
  if (value.front() == '"' || value.front() == '\'') {
    return is_closed(value) ? std::string() : "the text is not closed; add the quote at its end";
  }
  if (value.front() == '[') return list_mistake(value);
  const std::string lower = base::lower_case(value);
  if (lower == "true" || lower == "false") return "write " + lower + " in lower case";
  if (value.front() == '{' || value.contains('"')) return {};
  if (value.size() > kMostShown) return "a text needs double quotes";
  return "a text needs double quotes: " + std::string(key) + " = \"" + std::string(value) + "\"";
}

/// The mistake within a line that is no part of a longer list.
std::string line_mistake(std::string_view text) {
  if (text.starts_with("//") || text.starts_with("/*") || text.starts_with(';')) return "a comment begins with #";
  const auto equals = text.find('=');
  if (equals != std::string_view::npos) {
    return value_mistake(base::trim_white_space(text.substr(0, equals)),
                         base::trim_white_space(without_comment(text.substr(equals + 1))));
  }
  const auto colon = text.find(':');
  const auto name = text.substr(0, colon);
  // "http://example.com" is no name with a value.
  if (colon == std::string_view::npos || !is_name(name) || text.substr(colon + 1).starts_with('/')) return {};
  return "write an equals sign instead of the colon after " + std::string(name);
}

/// Lines without comments and surrounding blanks.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (;;) {
    const auto end = text.find('\n');
    lines.push_back(base::trim_white_space(without_comment(text.substr(0, end))));
    if (end == std::string_view::npos) return lines;
    text.remove_prefix(end + 1);
  }
}

/// The name of the section or of the key that a line begins; empty for others.
std::string_view name_in(std::string_view line) noexcept {
  if (line.starts_with('[') && line.ends_with(']')) {
    const auto first = line.find_first_not_of('[');
    const auto last = line.find_last_not_of(']');
    return first > last ? std::string_view() : base::trim_white_space(line.substr(first, last + 1 - first));
  }
  const auto name = base::trim_white_space(line.substr(0, line.find('=')));
  return line.contains('=') && is_name(name) ? name : std::string_view();
}

/// The number of the line in which a list begins that is still open where the last line begins; 0 if there is none.
/// Texts over several lines are not recognized: no setting needs one.
std::size_t open_list(std::span<const std::string_view> lines) {
  std::size_t begin = 0;
  for (std::size_t number = 1; number < lines.size(); ++number) {
    const auto line = lines[number - 1];
    const std::string outside = outside_quotes(line);
    if (begin == 0 && !name_in(line).empty() && outside.contains("=[")) begin = number;
    if (outside.contains(']')) begin = 0;
  }
  return begin;
}

std::string open_list_mistake(std::size_t begin, std::string_view line, bool is_last) {
  const std::string list = "the list that begins in line " + std::to_string(begin);
  const bool is_text = line.starts_with('"');
  if (!is_text && (!name_in(line).empty() || line.empty())) return list + " is not closed; add ] after its last text";
  if (std::ranges::count(line, '"') % 2 != 0) return list + " has a text that is not closed; add the quote at its end";
  if (is_last && !line.contains(']')) return list + " is not closed; add ] after its last text";
  if (is_text) return list + " has two texts without a comma between them";
  return list + " has a text without double quotes: write [\"a\", \"b\"]";
}

/// A section or key that occurs before the last line, too. Sections of a different form collide as well.
std::string repeated_mistake(std::span<const std::string_view> lines) {
  const auto line = lines.back();
  const auto name = name_in(line);
  if (name.empty()) return {};
  const bool is_section = line.starts_with('[');
  for (std::size_t number = lines.size() - 1; number > 0; --number) {
    const auto other = lines[number - 1];
    const bool is_other_section = other.starts_with('[');
    if (!is_section && is_other_section) return {};
    if (is_other_section != is_section || name_in(other) != name) continue;
    if (line.starts_with("[[") && other.starts_with("[[")) continue;
    if (!is_section) return std::string(name) + " is set already, in line " + std::to_string(number) + "; keep one";
    return std::string(line) + " is there already, in line " + std::to_string(number) +
           "; keep one, with the keys of both";
  }
  return {};
}

}  // namespace

std::string describe_toml_mistake(std::string_view text, std::size_t line) {
  const auto all = lines_of(text);
  if (line == 0 || line > all.size()) return {};
  const auto lines = std::span(all).first(line);
  if (const auto begin = open_list(lines); begin != 0) {
    const bool is_last = std::ranges::all_of(std::span(all).subspan(line), &std::string_view::empty);
    return open_list_mistake(begin, lines.back(), is_last);
  }
  if (auto repeated = repeated_mistake(lines); !repeated.empty()) return repeated;
  return line_mistake(lines.back());
}

}  // namespace agent_access::app
