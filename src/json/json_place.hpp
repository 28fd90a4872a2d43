/// \file
/// Places in a JSON text: converts RFC 6901 pointers to lines and to member paths for messages. Thread safe, stateless.
#pragma once

#include <boost/json/value.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace agent_access::json {

/// `pointer` with one more member or index.
[[nodiscard]] std::string pointer_to(std::string_view pointer, std::string_view token);

/// The 1-based line of each value, for members the line of their name; 0 for a pointer without a value. Reads the text
/// once. `text` must be valid JSON: only its end is checked.
[[nodiscard]] std::vector<std::size_t> lines_of(std::string_view text, const std::vector<std::string>& pointers);

/// "publications[2].date"; empty for the whole document. Names with other characters are quoted: `cv["a b"]`.
[[nodiscard]] std::string member_path(const boost::json::value& document, std::string_view pointer);

}  // namespace agent_access::json
