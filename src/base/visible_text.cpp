#include "base/visible_text.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"
#include "base/hex.hpp"
#include "base/text.hpp"

namespace agent_access::base {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

/// Sorted. Beside the controls: Cf, Zl and Zp of Unicode 17, and fillers.
constexpr auto kHidden = std::to_array<Range>({
    {0x0000, 0x001F},   {0x007F, 0x009F},   {0x00AD, 0x00AD},   {0x034F, 0x034F},   {0x0600, 0x0605},
    {0x061C, 0x061C},   {0x06DD, 0x06DD},   {0x070F, 0x070F},   {0x0890, 0x0891},   {0x08E2, 0x08E2},
    {0x115F, 0x1160},   {0x180E, 0x180E},   {0x200B, 0x200F},   {0x2028, 0x202E},   {0x2060, 0x2064},
    {0x2066, 0x206F},   {0x3164, 0x3164},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},   {0xFFF9, 0xFFFB},
    {0x110BD, 0x110BD}, {0x110CD, 0x110CD}, {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A},
    {0xE0001, 0xE0001}, {0xE0020, 0xE007F},
});

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

bool is_plain_in_shell(char c) noexcept {
  return is_alphanumeric(c) || std::string_view("_@%+:,./-=~").contains(c) || static_cast<unsigned char>(c) >= 0x80;
}

/// What some shells expand at the beginning of a word.
bool is_expanded(std::string_view text) noexcept { return text.starts_with('~') || text.starts_with('='); }

bool is_shown(std::string_view text) { return visible_text(text) == text; }

/// In the form $'…'.
std::string escaped_word(std::string_view text) {
  std::string word = "$'";
  while (!text.empty()) {
    const std::size_t size = std::max<std::size_t>(utf8_size(text), 1);
    const bool is_visible = utf8_size(text) != 0 && !is_hidden(character_at(text));
    for (const char c : text.substr(0, size)) {
      if (c == '\'' || c == '\\') word += '\\';
      if (is_visible) word += c;
      if (!is_visible) append_hex(word += "\\x", static_cast<unsigned char>(c));
    }
    text.remove_prefix(size);
  }
  return word += '\'';
}

}  // namespace

bool is_hidden(char32_t character) noexcept {
  const auto* const range = std::ranges::lower_bound(kHidden, character, {}, &Range::last);
  return range != kHidden.end() && range->first <= character;
}

char32_t character_at(std::string_view text) noexcept {
  const std::size_t size = utf8_size(text);
  const auto first = static_cast<unsigned char>(text.front());
  char32_t character = size == 1 ? first : first & (0xFFU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) character = character << 6U | (static_cast<unsigned char>(text[i]) & 0x3FU);
  return character;
}

UnicodeEscape::UnicodeEscape(char32_t character) noexcept {
  if (character <= 0xFFFF) {
    put_unit(character);
    return;
  }
  put_unit(0xD800U + ((character - 0x10000U) >> 10U));
  put_unit(0xDC00U + ((character - 0x10000U) & 0x3FFU));
}

void UnicodeEscape::put_unit(char32_t unit) noexcept {
  text_[size_++] = '\\';
  text_[size_++] = 'u';
  for (const unsigned shift : {12U, 8U, 4U, 0U}) text_[size_++] = kHexDigits[(unit >> shift) & 0xFU];
}

std::string visible_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t size = utf8_size(text);
    if (size == 0) {
      out += kReplacement;
    } else if (const char32_t character = character_at(text); is_hidden(character)) {
      out += UnicodeEscape(character).view();
    } else {
      out += text.substr(0, size);
    }
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return out;
}

std::string shell_word(std::string_view text) {
  if (!is_shown(text)) return escaped_word(text);
  if (!text.empty() && !is_expanded(text) && std::ranges::all_of(text, is_plain_in_shell)) return std::string(text);
  std::string word = "'";
  for (const char c : text) {
    if (c == '\'') word += "'\\'";
    word += c;
  }
  return word += '\'';
}

}  // namespace agent_access::base
