/// \file
/// What Unicode says of letters and texts: normal forms (UAX 15), categories, case, columns on a terminal. The version
/// of Unicode is that of the library. A byte that is not UTF-8 counts as U+FFFD. Thread safe, stateless.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/text.hpp"

namespace agent_access::base {

enum class NormalForm : std::uint8_t {
  composed,    ///< NFC
  compatible,  ///< NFKD: decomposed, and compatible characters are the same
};
/// This and the next throw std::bad_alloc.
[[nodiscard]] std::string normalized(std::string_view text, NormalForm form);

/// What two texts have in common that differ only in case or in the form of accents. To be compared, not to be shown.
[[nodiscard]] std::string without_case(std::string_view text);

struct Letter {
  char32_t code;
  std::size_t size;  ///< in bytes
};
/// The letter at the start of a text that is not empty; U+FFFD for a byte that is not UTF-8.
[[nodiscard]] inline Letter first_letter(std::string_view text) noexcept {
  const std::size_t size = utf8_size(text);
  if (size == 0) return {U'\uFFFD', 1};
  constexpr unsigned kBitsOfFirst[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
  char32_t code = static_cast<unsigned char>(text.front()) & kBitsOfFirst[size];
  for (const char next : text.substr(1, size - 1)) code = code << 6U | (static_cast<unsigned char>(next) & 0x3FU);
  return {code, size};
}

enum class LetterKind : std::uint8_t {
  word,  ///< a letter or a number: categories L and N
  mark,  ///< category M
  other,
};
[[nodiscard]] LetterKind kind_of(char32_t letter) noexcept;
/// Of one letter, whatever stands beside it.
[[nodiscard]] char32_t lower_letter(char32_t letter) noexcept;

/// How many columns of a terminal the text takes: wide characters two, marks and control characters none.
[[nodiscard]] std::size_t columns_of(std::string_view text) noexcept;

}  // namespace agent_access::base
