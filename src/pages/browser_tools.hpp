/// \file
/// The module that registers the browser tools, with the definitions of the one table. Thread safe, no I/O.
#pragma once

#include <string>

namespace agent_access::pages {

/// web/browser-tools.js with `/*definitions*/[]` replaced by the tools as JSON. The same for all hosts: the module asks
/// the host that it came from.
[[nodiscard]] std::string render_browser_tools();

}  // namespace agent_access::pages
