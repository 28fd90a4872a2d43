/// \file
/// The module that registers the browser tools. Thread safe, no I/O.
#pragma once

#include <string>

#include "site/documents/document_row.hpp"

namespace agent_access::pages {

/// web/browser-tools.js with `/*definitions*/[]` replaced by the tools of site/content/tools.hpp as JSON,
/// `/*search*/{}` by web/search.json, and `/*issuer*/''` by the address of an issuer elsewhere. Without a profile, what
/// reads it is left out. Equal for all hosts: the module sends its other requests to the host from which it was loaded.
[[nodiscard]] std::string render_browser_tools(const documents::HostView& view);

}  // namespace agent_access::pages
