/// \file
/// Says in words why a text is not JSON, for people who edit it: a comment, a comma too many or too few, a name without
/// quotes, bytes that are not UTF-8. Run only on a text that strict_reader.hpp has refused; it accepts and refuses
/// nothing. Thread safe, stateless.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace agent_access::json {

struct SyntaxMistake {
  std::size_t position = 0;  ///< in bytes, where the correction is needed
  std::string sentence;      ///< what was found and how to correct it: "a comment, which JSON does not have; remove it"
};

/// The first violation of RFC 8259; nothing if there is none. Not checked: rules of strict_reader.hpp beyond the
/// syntax.
[[nodiscard]] std::optional<SyntaxMistake> find_syntax_mistake(std::string_view text);

}  // namespace agent_access::json
