/// \file
/// The words of a text, as the search of web/browser-tools.js finds and compares them: in scripts without spaces each
/// character is a word, "C++" and "C#" are words, and case, accents and compatibility forms do not count. Unicode
/// properties are those of libunistring. Thread safe, stateless.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace agent_access::mcp {

/// A word in the text that has it.
struct Word {
  std::string_view text;
  std::size_t at = 0;  ///< offset in bytes
};

/// `text` is valid UTF-8.
[[nodiscard]] std::vector<Word> words_in(std::string_view text);

/// The form in which words are compared, in UTF-16, because the lengths of the rules below count its units: NFKD
/// without marks, lower case, "ß" as "ss" and the like.
[[nodiscard]] std::u16string folded(std::string_view word);

/// The folded words of a text, in its order.
[[nodiscard]] std::vector<std::u16string> folded_words(std::string_view text);

/// How well a folded word of a text matches one of a query: 1 if equal, 0.6 for a longer word that begins with the
/// wanted one (of three units or more), 0.5 for a word of four or more that lacks up to two last units of the wanted
/// one, else 0.
[[nodiscard]] double likeness(std::u16string_view word, std::u16string_view wanted) noexcept;

[[nodiscard]] std::u16string to_utf16(std::string_view text);
/// A surrogate without its other half becomes U+FFFD.
[[nodiscard]] std::string to_utf8(std::u16string_view text);

}  // namespace agent_access::mcp
