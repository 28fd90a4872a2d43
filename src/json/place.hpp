/// \file
/// Places in a JSON text, as messages for its author write them. Thread safe, stateless.
///
/// The place of a value is the path to it, "publications[2].date"; that of the outermost value is empty. Names with
/// other characters are quoted: `cv["a b"]`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace agent_access::json {

[[nodiscard]] std::string place_of_member(std::string_view object, std::string_view name);
[[nodiscard]] std::string place_of_item(std::string_view list, std::size_t index);

/// "line 3, column 7: ", or "line 3: " without a column; empty without a line.
[[nodiscard]] std::string place_prefix(std::size_t line, std::size_t column);

/// A member's name in quotes, at most 80 bytes of it, with '?' for quotes and control characters.
[[nodiscard]] std::string quoted_name(std::string_view name);

}  // namespace agent_access::json
