/// \file
/// What `try` reads from bodies of unknown structure: members of parsed JSON (by the paths of json/members.hpp), and
/// parts of Markdown, HTML and XML, as much as its checks need, not full parsers. Pure; thread safe.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "json/members.hpp"

namespace agent_access::tools {

using json::array_at;
using json::object_at;
using json::objects_at;
using json::texts_at;
using json::value_at;

/// Empty when it is not a string.
[[nodiscard]] std::string text_at(const boost::json::object& object, std::string_view path);
/// Whether it is an array with this string.
[[nodiscard]] bool lists(const boost::json::object& object, std::string_view path, std::string_view text);
/// One member of each object of an array, as text; empty when it is not a string.
[[nodiscard]] std::vector<std::string> names_at(const boost::json::object& object, std::string_view path,
                                                std::string_view member);

/// The protected resources that the metadata of the authorization server name, without the host, the profile and MCP.
[[nodiscard]] std::vector<std::string> gated_resources_in(const boost::json::object& server, const std::string& origin);

/// The target of a $ref such as "#/a/b" in `root`, or `value` itself without $ref; null when there is no target.
[[nodiscard]] const boost::json::object* resolved(const boost::json::object& root, const boost::json::value& value);
/// Every object called `name`, at any depth.
[[nodiscard]] std::vector<const boost::json::object*> objects_called(const boost::json::object& object,
                                                                     std::string_view name);

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
