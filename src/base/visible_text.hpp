/// \file
/// Foreign texts and paths as a terminal, a log or a page may show them. Thread safe, stateless.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace agent_access::base {

/// Whether a reader does not see the character, or a terminal acts on it: controls (C0, DEL, C1), Unicode's format
/// characters (Cf: bidirectional text, zero width, tags), line and paragraph separators, and fillers without a shape.
[[nodiscard]] bool is_hidden(char32_t character) noexcept;

/// The character at the beginning of `text`, which is not empty and UTF-8 (utf8_size() is not 0).
[[nodiscard]] char32_t character_at(std::string_view text) noexcept;

/// "\u202e", as in JSON; of a character beyond U+FFFF both halves.
class UnicodeEscape {
 public:
  explicit UnicodeEscape(char32_t character) noexcept;
  [[nodiscard]] std::string_view view() const noexcept { return {text_.data(), size_}; }

 private:
  void put_unit(char32_t unit) noexcept;

  std::array<char, 12> text_{};
  std::size_t size_ = 0;
};

/// Each hidden character as "\u202e", each byte that is not UTF-8 as U+FFFD, all else as it is. Of a JSON text without
/// line feeds: the same JSON.
[[nodiscard]] std::string visible_text(std::string_view text);

/// One word of a POSIX shell, to be pasted: as it is if a shell reads it so, else in quotes. Hidden characters are in
/// the form $'\\xe2\\x80\\xae', which bash, zsh and ksh read.
[[nodiscard]] std::string shell_word(std::string_view text);

}  // namespace agent_access::base
