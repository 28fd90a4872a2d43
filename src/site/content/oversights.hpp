/// \file
/// What is valid in site.json and faq.json and probably not meant: members that no page shows, and markup in texts,
/// which are plain. Thread safe, no I/O.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "site/content/load.hpp"

namespace agent_access::content {

/// The members of Site::source that the schema for editors (web/schemas) does not know, each with how often it occurs:
/// "owner.phone", "publications[].abstract". Of an unknown object or list only its own name. They are published in
/// /api/site.json and shown nowhere else.
[[nodiscard]] std::map<std::string, std::size_t> unknown_members(const boost::json::object& source);

/// "HTML" for "<em>quiet</em>"; likewise "Markdown" ("**bold**", "[title](https://…)") and "LaTeX" ("\emph{…}",
/// "\'e"). Empty for a plain text. A guess: "2 < 3 > 1" and "C:\notes" are plain.
[[nodiscard]] std::string_view markup_in(std::string_view text);

/// Every text with markup, in the order of the lines. `json` is what parse_site() or parse_faq() has accepted;
/// otherwise there are none.
[[nodiscard]] std::vector<ContentError> find_markup(std::string_view json);

}  // namespace agent_access::content
