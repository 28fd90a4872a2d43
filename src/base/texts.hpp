/// \file
/// Small operations on characters, texts and lists of texts. Pure; thread safe.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ascii.hpp"
#include "base/bytes.hpp"

namespace agent_access::base {

/// A character of `token`, RFC 9110 section 5.6.2: of names of methods, fields and parameters.
[[nodiscard]] constexpr bool is_token_character(char c) noexcept {
  return is_letter(c) || is_digit(c) || std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

/// Two lower-case hexadecimal digits for each byte.
[[nodiscard]] inline std::string hex(ByteView bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const auto byte : bytes) {
    text += kDigits[std::to_integer<std::size_t>(byte >> 4U)];
    text += kDigits[std::to_integer<std::size_t>(byte & std::byte{15})];
  }
  return text;
}

/// The texts with `separator` between them.
[[nodiscard]] inline std::string joined(const std::vector<std::string>& texts, std::string_view separator) {
  std::string whole;
  for (const auto& text : texts) whole.append(whole.empty() ? "" : separator).append(text);
  return whole;
}

/// Appends a text that is not empty and not in the list.
inline void add_once(std::vector<std::string>& list, std::string text) {
  if (!text.empty() && std::ranges::find(list, text) == list.end()) list.push_back(std::move(text));
}

}  // namespace agent_access::base
