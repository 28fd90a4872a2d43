/// \file
/// Escapes text in Markdown (CommonMark 0.31, GFM tables), HTML, XML, roff and shells, so that it is shown as written
/// and never becomes markup. Thread safe.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace agent_access::templates {

/// `text` as inline text of one line, at the start of a line or within one: white space and control characters become
/// single spaces, characters that could open a heading, list, quotation, table cell, code, link, emphasis, HTML or
/// entity are escaped.
[[nodiscard]] std::string markdown_text(std::string_view text);

/// Whether the text is shown as nothing: it has only white space and control characters.
[[nodiscard]] bool is_blank(std::string_view text) noexcept;

/// "[title](url)"; an empty title is replaced by the URL. Characters of the URL that could end the link are
/// percent-encoded.
[[nodiscard]] std::string markdown_link(std::string_view title, std::string_view url);

/// The URL for the parentheses of such a link.
[[nodiscard]] std::string link_target(std::string_view url);

/// At most `most` bytes of `text`; longer text is cut between two characters and ends with "…".
[[nodiscard]] std::string clipped(std::string_view text, std::size_t most);

/// At most `most` characters of UTF-8 (not bytes); longer text is cut after a word and ends with "…".
[[nodiscard]] std::string clipped_at_word(std::string_view text, std::size_t most);

/// The texts with the comma of the script in which more than half of them are: "、" in Chinese and Japanese, "، " in
/// Arabic letters, elsewhere ", ".
[[nodiscard]] std::string list_text(std::span<const std::string> texts);

/// Replaces each occurrence of `old`, which is not empty; not within a replacement.
void replace_all(std::string& text, std::string_view old, std::string_view replacement);

/// `text` for element content and for attribute values in double or single quotes: `&`, `<`, `>`, `"` and `'` become
/// references that HTML and XML share.
[[nodiscard]] std::string escape_markup(std::string_view text);

/// `text` in a manual page (man(7)). Hyphens become minus signs, so that options can be copied.
[[nodiscard]] std::string roff_text(std::string_view text);

/// `text` between single quotes of bash, zsh or fish. Not checked: a backslash before a quote, which fish reads, too.
[[nodiscard]] std::string quoted_text(std::string_view text);

}  // namespace agent_access::templates
