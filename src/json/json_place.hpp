/// \file
/// Places in a JSON text: from RFC 6901 pointers to lines, and to paths that an owner reads. Private to this folder.
/// Thread safe, stateless.
#pragma once

#include <boost/json/value.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace agent_access::json {

/// `pointer` with one more member or index.
[[nodiscard]] std::string pointer_to(std::string_view pointer, std::string_view token);

/// The 1-based line of each value, for members the line of their name; 0 for a pointer that leads nowhere. One pass for
/// all. `text` must be valid JSON: nothing is checked but the end of the text.
[[nodiscard]] std::vector<std::size_t> lines_of(std::string_view text, const std::vector<std::string>& pointers);

/// "publications[2].date"; empty for the whole document. Unusual names stand in quotes: `cv["a b"]`.
[[nodiscard]] std::string member_path(const boost::json::value& document, std::string_view pointer);

}  // namespace agent_access::json
