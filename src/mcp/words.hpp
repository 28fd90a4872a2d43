/// \file
/// The words of a text, as the search of web/site-search.js finds and compares them. In scripts without spaces between
/// words (Thai, Kana, Han) each letter is a word together with the next one; "C++" and "C#" are words. Unicode
/// properties are those of base/unicode. A text is valid UTF-8. Thread safe, stateless.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace agent_access::mcp {

/// web/search.json, which web/site-search.js reads as well.
[[nodiscard]] const boost::json::object& search_table();

/// Where a word is in its text, in bytes.
struct Word {
  std::size_t at, end;
  [[nodiscard]] std::string_view in(std::string_view text) const { return text.substr(at, end - at); }
};
/// In the order of the text.
[[nodiscard]] std::vector<Word> words_in(std::string_view text);
/// The letter is of a script without spaces.
[[nodiscard]] bool is_dense(char32_t letter);

[[nodiscard]] std::u32string decoded(std::string_view text);
/// The form in which words are compared: without case, accents, compatibility forms and the Arabic article.
[[nodiscard]] std::u32string folded(std::string_view text);

/// Two forms differ in their endings.
[[nodiscard]] bool is_alike(std::u32string_view word, std::u32string_view wanted) noexcept;
/// A form may be meant by one that no text has: one begins the other, or at most two letters in the middle differ.
[[nodiscard]] bool may_be(std::u32string_view word, std::u32string_view wanted) noexcept;

}  // namespace agent_access::mcp
