#include "site/templates/text.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "base/ascii.hpp"
#include "base/hex.hpp"
#include "base/text.hpp"
#include "base/visible_text.hpp"

namespace agent_access::templates {
namespace {

constexpr std::string_view kAlwaysEscaped = "\\`*[]<|";
constexpr std::string_view kEscapedAtStart = "#>-+=~:";
constexpr std::size_t kLongestEntity = 33;  // the longest name in HTML has 31 letters

/// A script with a comma of its own.
struct Comma {
  std::string_view text;
  char32_t first;  ///< of the characters of the script
  char32_t last;
};
constexpr auto kCommas = std::to_array<Comma>({{"、", U'\u3005', U'\u9FFF'}, {"، ", U'\u0600', U'\u06FF'}});

bool has_character(std::string_view text, const Comma& script) {
  while (!text.empty()) {
    const auto size = base::utf8_size(text);
    if (size == 0) return false;
    const auto character = size == 1 ? 0 : base::character_at(text);
    if (character >= script.first && character <= script.last) return true;
    text.remove_prefix(size);
  }
  return false;
}

bool is_word(char c) noexcept { return base::is_alphanumeric(c) || static_cast<unsigned char>(c) >= 0x80; }

/// The length of the white space or control character at the start of `text`; 0 for any other character. U+0085, U+2028
/// and U+2029 are line breaks for some parsers.
std::size_t blank_length(std::string_view text) noexcept {
  const auto first = static_cast<unsigned char>(text.front());
  if (first <= 0x20 || first == 0x7F) return 1;
  if (first < 0x7F) return 0;
  if (text.starts_with("\xC2\x85")) return 2;
  if (text.starts_with("\xE2\x80\xA8") || text.starts_with("\xE2\x80\xA9")) return 3;
  return 0;
}

std::string collapsed(std::string_view text) {
  std::string line;
  bool is_pending = false;
  while (!text.empty()) {
    if (const auto length = blank_length(text); length != 0) {
      is_pending = !line.empty();
      text.remove_prefix(length);
      continue;
    }
    if (is_pending) line += ' ';
    is_pending = false;
    line += text.front();
    text.remove_prefix(1);
  }
  return line;
}

bool is_entity(std::string_view text) noexcept {
  const auto end = text.substr(0, kLongestEntity).find(';');
  if (end == std::string_view::npos || end < 2) return false;
  return std::ranges::all_of(text.substr(1, end - 1), [](char c) { return c == '#' || is_word(c); });
}

/// "12." or "12)" before a space or the end would start a list: returns the position of its mark, or npos.
std::size_t list_mark(std::string_view line) noexcept {
  const auto end = line.find_first_not_of("0123456789");
  if (end == 0 || end == std::string_view::npos || (line[end] != '.' && line[end] != ')'))
    return std::string_view::npos;
  return end + 1 == line.size() || line[end + 1] == ' ' ? end : std::string_view::npos;
}

bool is_escaped(std::string_view line, std::size_t place) noexcept {
  const char c = line[place];
  if (is_word(c) || c == ' ') return false;
  if (kAlwaysEscaped.contains(c)) return true;
  if (place == 0 && kEscapedAtStart.contains(c)) return true;
  if (c == '&') return is_entity(line.substr(place));
  const bool touches_word_before = place > 0 && is_word(line[place - 1]);
  const bool touches_word_after = place + 1 < line.size() && is_word(line[place + 1]);
  if (c == '_') return !(touches_word_before && touches_word_after);
  return c == '~' && place + 1 < line.size() && line[place + 1] == '~';
}

bool ends_link(char c) noexcept {
  const auto byte = static_cast<unsigned char>(c);
  return byte <= 0x20 || byte == 0x7F || std::string_view("()<>\\\"`|[]").contains(c);
}

}  // namespace

bool is_blank(std::string_view text) noexcept {
  while (!text.empty()) {
    const auto length = blank_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string markdown_text(std::string_view text) {
  const std::string line = collapsed(text);
  const auto mark = list_mark(line);
  std::string out;
  out.reserve(line.size());
  for (std::size_t place = 0; place < line.size(); ++place) {
    if (place == mark || is_escaped(line, place)) out += '\\';
    out += line[place];
  }
  return out;
}

std::string link_target(std::string_view url) {
  std::string target;
  for (const char c : url) {
    if (ends_link(c)) {
      base::append_percent(target, c);
    } else {
      target += c;
    }
  }
  return target;
}

std::string markdown_link(std::string_view title, std::string_view url) {
  const std::string label = markdown_text(title);
  return "[" + (label.empty() ? markdown_text(url) : label) + "](" + link_target(url) + ")";
}

std::string clipped(std::string_view text, std::size_t most) {
  constexpr std::string_view kMark = "…";
  if (text.size() <= most) return std::string(text);
  std::size_t end = most > kMark.size() ? most - kMark.size() : 0;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return std::string(text.substr(0, end)).append(kMark);
}

std::string clipped_at_word(std::string_view text, std::size_t most) {
  std::size_t count = 0;
  std::size_t cut = 0;
  for (std::size_t end = 0; end < text.size(); ++count) {
    if (count == most - 1) cut = end;
    // Content is checked when it is loaded; a byte that is not UTF-8 counts as a character.
    end += std::max<std::size_t>(base::utf8_size(text.substr(end)), 1);
  }
  if (count <= most) return std::string(text);
  const auto space = text.rfind(' ', cut);
  return std::string(text.substr(0, space == std::string_view::npos ? cut : space)) + "…";
}

std::string list_text(std::span<const std::string> texts) {
  for (const auto& script : kCommas) {
    const auto count = std::ranges::count_if(texts, [&](const auto& text) { return has_character(text, script); });
    if (count * 2 > std::ssize(texts)) return base::joined(texts, script.text);
  }
  return base::joined(texts);
}

void replace_all(std::string& text, std::string_view old, std::string_view replacement) {
  for (auto at = text.find(old); at != std::string::npos; at = text.find(old, at + replacement.size())) {
    text.replace(at, old.size(), replacement);
  }
}

std::string escape_markup(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char character : text) {
    switch (character) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += character;
    }
  }
  return out;
}

std::string roff_text(std::string_view text) {
  constexpr std::pair<char, std::string_view> kEscapes[] = {{'\\', "\\e"},  {'-', "\\-"},   {'\'', "\\(aq"},
                                                            {'`', "\\(ga"}, {'^', "\\(ha"}, {'~', "\\(ti"}};
  std::string out;
  for (const char character : text) {
    // A line that begins with a full stop would be a request; the other such character, an apostrophe, is escaped.
    if (character == '.' && (out.empty() || out.back() == '\n')) out += "\\&";
    const auto* const found = std::ranges::find(kEscapes, character, &std::pair<char, std::string_view>::first);
    if (found == std::ranges::end(kEscapes)) {
      out += character;
    } else {
      out += found->second;
    }
  }
  return out;
}

std::string quoted_text(std::string_view text) {
  std::string out;
  for (const char character : text) {
    if (character == '\'') out += "'\\'";
    out += character;
  }
  return out;
}

}  // namespace agent_access::templates
