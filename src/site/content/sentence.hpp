/// \file
/// The beginning of a text, as lists show it. Thread safe.
#pragma once

#include <string>
#include <string_view>

namespace agent_access::content {

/// The first sentence, of at most 200 characters: a longer one is cut after a word and ends with "…". It ends at the
/// first "。", "！" or "？", or at the first ".", "!", "?" or "؟" before a space or the end, with quotation marks and
/// brackets behind that. Not before a small letter or a digit, nor at a full stop behind a single letter, two digits,
/// or a word such as "Dr". The same as firstSentence of web/site-tools.js.
[[nodiscard]] std::string first_sentence(std::string_view text);

}  // namespace agent_access::content
