/// \file
/// What is left of a text without its markup. Pure, thread safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace agent_access::sources {

/// One line without markup: HTML tags and entities, Markdown and the usual commands of LaTeX become what they show, a
/// link "title (address)"; control characters and ends of lines become spaces, bytes that are not UTF-8 U+FFFD.
[[nodiscard]] std::string plain_text(std::string_view text);
/// The same of a name or a line of names, without the addresses of links, and without what "<sup>" raises.
[[nodiscard]] std::string plain_name(std::string_view text);
/// The same of a text that has neither Markdown nor LaTeX, as those of bibliographies.
[[nodiscard]] std::string plain_html(std::string_view text);
/// The same for each paragraph and each item of a list; empty ones are left out.
[[nodiscard]] std::vector<std::string> plain_paragraphs(std::string_view text);
/// The text with what its entities show, and nothing else changed: "a?b=1&c=2" of "a?b=1&amp;c=2".
[[nodiscard]] std::string with_shown_entities(std::string_view text);

}  // namespace agent_access::sources
