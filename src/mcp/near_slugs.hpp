/// \file
/// Suggests slugs for one that does not exist. Thread safe, stateless.
#pragma once

#include <boost/json/array.hpp>
#include <string>
#include <string_view>

namespace agent_access::mcp {

/// The slugs of the items that are most similar to `slug` by their pairs of letters, joined by commas; at most three,
/// nearest first. The same as nearSlugs of web/browser-tools.js.
[[nodiscard]] std::string near_slugs(const boost::json::array& items, std::string_view slug);

}  // namespace agent_access::mcp
