/// \file
/// The characters of a file whose encoding nobody names: UTF-8, Windows-1252 (of which Latin-1 is a part) or a mixture
/// of both, as files have that were put together from others. Linear, thread safe, stateless.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace agent_access::sources {

/// The largest file that a reader takes.
inline constexpr std::size_t kMostBytes = std::size_t{16} << 20U;

struct DecodedText {
  std::string text;              ///< UTF-8 without a byte order mark; each line ends with a line feed alone
  std::size_t foreign_line = 0;  ///< the first line with a byte that is not UTF-8; 0: there is none
};

/// A byte that is not UTF-8 is read as Windows-1252. An error is a sentence: a file in UTF-16, or larger than
/// kMostBytes. NOT checked: that the text means anything.
[[nodiscard]] base::Result<DecodedText, std::string> decode_text(std::string_view bytes);

/// Appends the character in UTF-8. NOT checked: that it is one.
void append_utf8(std::string& out, char32_t character);

}  // namespace agent_access::sources
