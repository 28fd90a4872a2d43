/// \file
/// Style sheet, scripts, icon and page templates, compiled in from web/. Constants, thread safe.
#pragma once

#include <string_view>

namespace agent_access::pages {

/// "site.css", "agent-access.js", "browser-tools.js", "favicon.svg", … by the path below web/. Empty for any other
/// name.
[[nodiscard]] std::string_view asset(std::string_view name) noexcept;

}  // namespace agent_access::pages
