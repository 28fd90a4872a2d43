/// \file
/// What `try` extracts from Markdown, HTML, XML and robots.txt: as much as its checks need, not full parsers. Pure;
/// thread safe.
#pragma once

#include <boost/json/value.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace agent_access::tools {

[[nodiscard]] bool contains_word(std::string_view text, std::string_view word);  ///< compared without case

/// A line of Markdown that starts with one to six '#' and a space, outside of fenced code.
struct Heading {
  std::size_t offset = 0;
  std::size_t level = 0;
  std::string text;
};
[[nodiscard]] std::vector<Heading> headings_of(std::string_view markdown);
/// Every opening ``` is closed.
[[nodiscard]] bool has_balanced_fences(std::string_view markdown);
/// Absolute http(s) URLs, and the targets of [..](/..) links; each once, in order. Templates such as /x/{id} and
/// `/x/<id>` are left out.
[[nodiscard]] std::vector<std::string> links_of_markdown(std::string_view markdown);

/// The text of a page without scripts, styles and tags; white space collapsed.
[[nodiscard]] std::string visible_text(std::string_view html);
/// The content of each `<script type="application/ld+json">` that is JSON.
[[nodiscard]] std::vector<boost::json::value> json_ld_of(std::string_view html);
/// The start tags of that name: `<script src="...">`, in lower case but for attribute values.
[[nodiscard]] std::vector<std::string> tags_of(std::string_view html, std::string_view name);
/// The content of each `<loc>` of a sitemap.
[[nodiscard]] std::vector<std::string> locations_of(std::string_view xml);

}  // namespace agent_access::tools
