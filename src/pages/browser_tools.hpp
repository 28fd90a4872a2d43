/// \file
/// The module that registers the browser tools, with the definitions of content/tools.hpp. Thread safe, no I/O.
#pragma once

#include <string>

namespace agent_access::pages {

/// web/browser-tools.js with `/*definitions*/[]` replaced by the tools as JSON. Equal for all hosts: the module
/// sends its requests to the host from which it was loaded.
[[nodiscard]] std::string render_browser_tools();

}  // namespace agent_access::pages
