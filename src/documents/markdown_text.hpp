/// \file
/// Owner text inside Markdown (CommonMark 0.31, GFM tables): it reads the same and never becomes structure. Thread
/// safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace agent_access::documents {

/// `text` as inline text of one line, at the start of a line or within one: white space and control characters become
/// single spaces, characters that could open a heading, list, quotation, table cell, code, link, emphasis, HTML or
/// entity are escaped.
[[nodiscard]] std::string markdown_text(std::string_view text);

/// "[title](url)". A title that is empty is the URL; the URL's characters that could end the link are percent-encoded.
[[nodiscard]] std::string markdown_link(std::string_view title, std::string_view url);

/// At most `most` bytes of `text`, cut between two characters and, where it was cut, ended with "…".
[[nodiscard]] std::string clipped(std::string_view text, std::size_t most);

/// Markdown with every ATX heading outside of fenced code one level deeper.
[[nodiscard]] std::string deeper(std::string_view markdown);

}  // namespace agent_access::documents
