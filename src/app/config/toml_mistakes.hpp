/// \file
/// Mistakes in TOML, in words. Pure; thread safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace agent_access::app {

/// Says what is wrong in a line that the TOML parser refused, for the mistakes that people make most: a text without
/// quotes, another kind of comment, a colon for an equals sign, a list that is not closed, a section or key that occurs
/// twice. The mistake and its correction: "a text needs double quotes: address = \"127.0.0.1:8080\"". Names the line in
/// which the list begins, or the section or key occurs first. `line` counts from 1. Empty for other mistakes.
[[nodiscard]] std::string describe_toml_mistake(std::string_view text, std::size_t line);

}  // namespace agent_access::app
