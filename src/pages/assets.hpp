/// \file
/// Style sheet, scripts, icon and page templates, compiled in from web/ and templates/, and the files that are made
/// from them. Thread safe, no I/O.
#pragma once

#include <string>
#include <string_view>

#include "content/content.hpp"

namespace agent_access::pages {

/// "site.css", "agent-access.js", "browser-tools.js", "favicon.svg", "pages/cv.html", … by the path below web/ or
/// templates/. Empty for any other name.
[[nodiscard]] std::string_view asset(std::string_view name) noexcept;

/// web/site.css; with an accent colour, its variables are set to the owner's palettes.
[[nodiscard]] std::string render_style_sheet(const content::Design& design);
/// web/favicon.svg; with an accent colour, in that colour.
[[nodiscard]] std::string render_icon(const content::Design& design);

/// The module that registers the browser tools: web/browser-tools.js with `/*definitions*/[]` replaced by the tools of
/// content/tools.hpp as JSON. Equal for all hosts: the module sends its requests to the host from which it was loaded.
[[nodiscard]] std::string render_browser_tools();

}  // namespace agent_access::pages
