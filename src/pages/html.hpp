/// \file
/// The one place where text becomes HTML. Whatever the owner wrote goes through here; no other file of this folder
/// escapes. Thread safe, no I/O.
#pragma once

#include <boost/json/value.hpp>
#include <string>
#include <string_view>

#include "content/content.hpp"

namespace agent_access::pages {

/// Text for element content and for attribute values in double or single quotes.
[[nodiscard]] std::string escape_html(std::string_view text);

/// An address for href: escaped when it is http, https or mailto and holds neither white space nor control characters;
/// empty for every other one ("javascript:…").
[[nodiscard]] std::string safe_url(std::string_view url);

/// <a href="url" rel="external noopener">text</a>; the text alone when the address is not safe.
[[nodiscard]] std::string link_to(std::string_view url, std::string_view text);

/// A link to an address, whose text is the address without its scheme.
[[nodiscard]] std::string link_to_address(std::string_view url);

/// Text in which http and https addresses are links.
[[nodiscard]] std::string linked_text(std::string_view text);

/// One `<p>` for each.
[[nodiscard]] std::string paragraphs(const content::Paragraphs& texts);

/// `<time datetime="2034-05">May 2034</time>`; nothing for an empty date, the text itself for what is no date.
[[nodiscard]] std::string time_element(const content::Date& date);

/// `<ul class="chips">` with one `<li>` for each; nothing without items.
[[nodiscard]] std::string chips(const std::vector<std::string>& items);

/// The texts joined by `separator`, empty ones left out. Already HTML.
[[nodiscard]] std::string join(const std::vector<std::string>& parts, std::string_view separator);

/// JSON for a script element: no `<`, `>` or `&`, so that no text can end the element.
[[nodiscard]] std::string script_json(const boost::json::value& value);

/// A `p` of that class; empty when `html`, which is not escaped, is.
[[nodiscard]] std::string paragraph(std::string_view css_class, const std::string& html);

}  // namespace agent_access::pages
