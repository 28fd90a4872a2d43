/// \file
/// The site for people: HTML of every page, for one host, and the assets that the pages load. Works without script;
/// strict Content-Security-Policy, nothing from elsewhere. Thread safe, no I/O.
#pragma once

#include <vector>

#include "documents/host_view.hpp"
#include "documents/rendered.hpp"

namespace agent_access::pages {

/// /browser-tools.js (always), and, unless the settings switch them off, all pages of content::pages_of, one page for
/// each publication and project, /assets/* and /favicon.svg.
[[nodiscard]] std::vector<documents::Rendered> render_pages(const documents::HostView& view);

}  // namespace agent_access::pages
