/// \file
/// The style sheet and the icon with the owner's colours. Thread safe, no I/O.
#pragma once

#include <string>

#include "content/content.hpp"

namespace agent_access::pages {

/// web/site.css; with an accent colour, its variables are set to the owner's palettes.
[[nodiscard]] std::string render_style_sheet(const content::Design& design);
/// web/favicon.svg; with an accent colour, in that colour.
[[nodiscard]] std::string render_icon(const content::Design& design);

}  // namespace agent_access::pages
