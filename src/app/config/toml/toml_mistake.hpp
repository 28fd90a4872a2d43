/// \file
/// Says in words what is wrong in a line that the TOML parser refused, for the mistakes that people make most: a text
/// without quotes, another kind of comment, a colon for an equals sign. Pure function, thread safe.
#pragma once

#include <string>
#include <string_view>

namespace agent_access::app {

/// The mistake and its correction: "a text needs double quotes: address = \"127.0.0.1:8080\"". Empty if the line has
/// none of them. A value that may be a password is not repeated.
[[nodiscard]] std::string describe_toml_mistake(std::string_view line);

}  // namespace agent_access::app
