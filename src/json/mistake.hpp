/// \file
/// Says in words where a text is no JSON and how to correct it: a comment, a comma too many or too few, a name without
/// quotes, bytes that are not UTF-8. Only for a text that the parser has refused. Private to this folder. Thread safe,
/// stateless.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace agent_access::json {

struct SyntaxMistake {
  std::size_t position = 0;  ///< in bytes, where the correction is needed
  std::string sentence;      ///< what was found: "a comment, which JSON does not have; remove it"
};

/// `position`: where the parser stopped, at or behind the first violation of RFC 8259, but within its name or value.
[[nodiscard]] SyntaxMistake find_mistake(std::string_view text, std::size_t position);

/// Where the last name, value or sign before the position begins.
[[nodiscard]] std::size_t last_token(std::string_view text, std::size_t position);

}  // namespace agent_access::json
