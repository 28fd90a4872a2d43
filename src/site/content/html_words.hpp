/// \file
/// The words of HTML that texts bring from elsewhere: `check` warns of them (oversights.cpp), `import` takes them out.
/// Thread safe, stateless.
#pragma once

#include <cstdint>
#include <string_view>

namespace agent_access::content {

/// `block` ends a paragraph; `none` is the name of no element that texts have.
enum class HtmlTag : std::uint8_t { none, block, inline_text };

/// By the name of an element in lower case: "em", also one of JATS or MathML: "jats:p", "mml:mi".
[[nodiscard]] HtmlTag html_tag(std::string_view name) noexcept;

/// What the named entity shows: "&" for "amp". Empty if it is not in the list.
[[nodiscard]] std::string_view html_entity(std::string_view name) noexcept;

}  // namespace agent_access::content
