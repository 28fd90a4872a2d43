#include "app/config/toml/toml_mistake.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"

namespace agent_access::app {
namespace {

/// Longer values are not repeated; those with an at sign may have a password.
constexpr std::size_t kMostShown = 60;

constexpr std::array<std::string_view, 7> kTypographicQuotes = {"“", "”", "„", "«", "»", "‘", "’"};

std::string_view without_blanks(std::string_view text) noexcept {
  const auto first = text.find_first_not_of(" \t\r");
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
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
  if (value.contains('@') || value.size() > kMostShown) return "a text needs double quotes";
  return "a text needs double quotes: " + std::string(key) + " = \"" + std::string(value) + "\"";
}

}  // namespace

std::string describe_toml_mistake(std::string_view line) {
  const auto text = without_blanks(line);
  if (text.starts_with("//") || text.starts_with("/*") || text.starts_with(';')) return "a comment begins with #";
  const auto equals = text.find('=');
  if (equals != std::string_view::npos) {
    return value_mistake(without_blanks(text.substr(0, equals)),
                         without_blanks(without_comment(text.substr(equals + 1))));
  }
  const auto colon = text.find(':');
  const auto name = text.substr(0, colon);
  const bool is_name = !name.empty() && std::ranges::all_of(name, [](char c) {
    return base::is_letter(c) || base::is_digit(c) || c == '_' || c == '-';
  });
  // "http://example.com" is no name with a value.
  if (colon == std::string_view::npos || !is_name || text.substr(colon + 1).starts_with('/')) return {};
  return "write an equals sign instead of the colon after " + std::string(name);
}

}  // namespace agent_access::app
