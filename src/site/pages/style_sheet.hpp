/// \file
/// The style sheet and the icon of the pages. Thread safe, no I/O.
#pragma once

#include <string>

#include "site/content/content.hpp"

namespace agent_access::pages {

/// web/site.css; with an accent color, its variables are set to the owner's palettes.
[[nodiscard]] std::string render_style_sheet(const content::Design& design);

/// web/favicon.svg; with an accent color, in that color.
[[nodiscard]] std::string render_icon(const content::Design& design);

}  // namespace agent_access::pages
