#include "json/utf8_scan.hpp"

#include <algorithm>

namespace agent_access::json {

namespace {

unsigned byte_at(std::string_view text, std::size_t at) noexcept { return static_cast<unsigned char>(text[at]); }

}  // namespace

std::size_t utf8_size(std::string_view text) noexcept {
  const unsigned first = byte_at(text, 0);
  if (first < 0x80) return 1;
  const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < size) return 0;
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte_at(text, i) & 0xC0U) != 0x80U) return 0;
  }
  // The second byte excludes overlong forms, surrogates and what is beyond U+10FFFF.
  const unsigned second = byte_at(text, 1);
  if (first == 0xE0 && second < 0xA0) return 0;
  if (first == 0xED && second > 0x9F) return 0;
  if (first == 0xF0 && second < 0x90) return 0;
  if (first == 0xF4 && second > 0x8F) return 0;
  return size;
}

bool is_utf8(std::string_view text) noexcept {
  const auto is_beyond_ascii = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
  while (true) {
    text.remove_prefix(static_cast<std::size_t>(std::ranges::find_if(text, is_beyond_ascii) - text.begin()));
    if (text.empty()) return true;
    const std::size_t size = utf8_size(text);
    if (size == 0) return false;
    text.remove_prefix(size);
  }
}

}  // namespace agent_access::json
