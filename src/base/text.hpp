/// \file
/// Texts: UTF-8 (RFC 3629), numbers, lists of words, the name that a mistyped one means. Thread safe, stateless.
///
/// Views of raw bytes, and conversion to and from text views. Nothing here copies.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace agent_access::base {

using ByteView = std::span<const std::byte>;

/// The bytes of a text, unchanged.
[[nodiscard]] inline ByteView bytes_of(std::string_view text) noexcept { return std::as_bytes(std::span(text)); }

/// The same bytes as characters. NOT checked: that they are UTF-8.
[[nodiscard]] inline std::string_view text_of(ByteView bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// The size of the character at the beginning of `text`, 1 to 4; 0 if it is not UTF-8: an unexpected or missing
/// continuation byte, an overlong form, a surrogate, or a value beyond U+10FFFF. `text` is not empty.
[[nodiscard]] std::size_t utf8_size(std::string_view text) noexcept;
/// Whether the byte of a text in UTF-8 begins a character.
[[nodiscard]] constexpr bool begins_character(char byte) noexcept {
  return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
}
[[nodiscard]] constexpr std::size_t characters_in(std::string_view text) noexcept {
  return static_cast<std::size_t>(std::ranges::count_if(text, begins_character));
}
/// Whether all of the text is UTF-8.
[[nodiscard]] bool is_utf8(std::string_view text) noexcept;

/// The number that the whole text is, in decimal; nothing for any other text, or if it does not fit.
template <class Number>
[[nodiscard]] std::optional<Number> whole_number(std::string_view text) noexcept {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// The parts, with the separator between each two of them.
template <class Parts>
[[nodiscard]] std::string joined(const Parts& parts, std::string_view separator = ", ") {
  std::string text;
  bool is_first = true;
  for (const auto& part : parts) {
    if (!is_first) text += separator;
    text += part;
    is_first = false;
  }
  return text;
}

/// Appends a text that is not empty and not in the list.
inline void add_once(std::vector<std::string>& list, std::string text) {
  if (!text.empty() && std::ranges::find(list, text) == list.end()) list.push_back(std::move(text));
}

/// The candidate with the fewest edits from `name`, if it is close enough for a typing error; else empty.
[[nodiscard]] std::string_view nearest_name(std::string_view name, std::span<const std::string> candidates);

}  // namespace agent_access::base
