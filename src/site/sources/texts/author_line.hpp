/// \file
/// Authors as people write them into one line of a web page: "R. Beispiel, M. Muster*, and Zoe Zeta", "Lee, J., Hwang,
/// J. & Kim, H. (2018).", "Muster, Mia; Beispiel, Rosa". Linear, thread safe, stateless.
#pragma once

#include <string>
#include <string_view>

#include "site/sources/texts/names.hpp"

namespace agent_access::sources {

/// The names in a line with markup (plain_text(), markup.hpp), as name_of() writes them. Two words with a comma are one
/// name; initials behind a comma belong to the name before.
[[nodiscard]] NameList authors_in_line(std::string_view line);

/// One name, "Mia Muster" or "Muster, Mia".
[[nodiscard]] std::string author_name(std::string_view text);

}  // namespace agent_access::sources
