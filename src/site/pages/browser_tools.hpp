/// \file
/// The tools over the content of a site, and the module that registers them with browsers. Thread safe, no I/O.
#pragma once

#include <string>

#include "site/documents/document_row.hpp"

namespace agent_access::pages {

/// web/site-tools.js, the tools over data that is read elsewhere: a module with the export `toolsOf`. In it
/// `/*definitions*/[]` is replaced by the tools of site/content/tools.hpp as JSON, and `/*search*/{}` by
/// web/search.json. Without a profile, what reads it is left out.
[[nodiscard]] std::string render_site_tools(bool has_profile);

/// web/browser-tools.js with these tools, and with `/*issuer*/''` replaced by the address of an issuer elsewhere. Equal
/// for all hosts: the module sends its requests to the host from which it was loaded.
[[nodiscard]] std::string render_browser_tools(const documents::HostView& view);

}  // namespace agent_access::pages
