/// \file
/// Letters and digits of ASCII, whatever the locale. Thread safe.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace agent_access::base {

[[nodiscard]] constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_lower(char c) noexcept { return c >= 'a' && c <= 'z'; }
[[nodiscard]] constexpr bool is_upper(char c) noexcept { return c >= 'A' && c <= 'Z'; }
[[nodiscard]] constexpr bool is_letter(char c) noexcept { return is_lower(c) || is_upper(c); }
[[nodiscard]] constexpr bool is_alphanumeric(char c) noexcept { return is_letter(c) || is_digit(c); }

/// A character of `token`, RFC 9110 section 5.6.2: of names of methods, fields and parameters.
[[nodiscard]] constexpr bool is_token_character(char c) noexcept {
  return is_alphanumeric(c) || std::string_view("!#$%&'*+-.^_`|~").contains(c);
}

/// OWS of RFC 9110 section 5.6.3.
[[nodiscard]] constexpr bool is_blank(char c) noexcept { return c == ' ' || c == '\t'; }
/// Without blanks at both ends.
[[nodiscard]] constexpr std::string_view trim(std::string_view text) noexcept {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Removes the text before the separator, and the separator, and returns the text trimmed.
[[nodiscard]] constexpr std::string_view take_until(std::string_view& text, char separator) noexcept {
  const auto end = std::min(text.find(separator), text.size());
  const std::string_view taken = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return trim(taken);
}

inline constexpr std::string_view kWhiteSpace = " \t\r\n";
/// Without blanks and ends of lines at both ends.
[[nodiscard]] constexpr std::string_view trim_white_space(std::string_view text) noexcept {
  text.remove_prefix(std::min(text.find_first_not_of(kWhiteSpace), text.size()));
  return text.substr(0, text.find_last_not_of(kWhiteSpace) + 1);
}

/// Other characters unchanged.
[[nodiscard]] constexpr char lower(char c) noexcept { return is_upper(c) ? static_cast<char>(c + ('a' - 'A')) : c; }
[[nodiscard]] constexpr char upper(char c) noexcept { return is_lower(c) ? static_cast<char>(c - ('a' - 'A')) : c; }
[[nodiscard]] inline std::string lower_case(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), lower);
  return result;
}

}  // namespace agent_access::base
