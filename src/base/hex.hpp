/// \file
/// Hexadecimal digits, and the escapes of URLs that are written with them. Thread safe, stateless.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/text.hpp"

namespace agent_access::base {

inline constexpr std::string_view kHexDigits = "0123456789abcdef";
inline constexpr std::string_view kUpperHexDigits = "0123456789ABCDEF";

/// The value of a digit in either case; -1 for any other character.
[[nodiscard]] constexpr int hex_value(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}
[[nodiscard]] constexpr bool is_hex_digit(char c) noexcept { return hex_value(c) >= 0; }

/// Appends the two digits of a byte.
constexpr void append_hex(std::string& out, unsigned char byte, std::string_view digits = kHexDigits) {
  out += digits[byte >> 4U];
  out += digits[byte & 15U];
}

/// Appends "%XX" (RFC 3986 section 2.1).
constexpr void append_percent(std::string& out, char c) {
  out += '%';
  append_hex(out, static_cast<unsigned char>(c), kUpperHexDigits);
}

/// "%41" becomes "A". Nothing for a '%' without two digits. `sign` stands for '%' where a program writes another one.
[[nodiscard]] constexpr std::optional<std::string> percent_decoded(std::string_view text, char sign = '%') {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != sign) {
      out += text[at];
      continue;
    }
    if (text.size() - at < 3 || !is_hex_digit(text[at + 1]) || !is_hex_digit(text[at + 2])) return std::nullopt;
    out += static_cast<char>((hex_value(text[at + 1]) << 4) + hex_value(text[at + 2]));
    at += 2;
  }
  return out;
}

/// All bytes, in lower case. NOT for secrets: the text is not wiped.
[[nodiscard]] inline std::string to_hex(ByteView bytes) {
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const std::byte byte : bytes) append_hex(text, std::to_integer<unsigned char>(byte));
  return text;
}

}  // namespace agent_access::base
