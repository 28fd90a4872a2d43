/// \file
/// The site for people: HTML of every page, for one host, and the assets that the pages load. Works without script;
/// strict Content-Security-Policy, nothing from elsewhere. Thread safe, no I/O.
#pragma once

#include <vector>

#include "discovery/catalogue.hpp"
#include "discovery/host_view.hpp"

namespace agent_access::pages {

/// /browser-tools.js (always), and, unless the settings switch them off, all pages of site::pages_of, one page for each
/// publication and project, /assets/* and /favicon.svg.
[[nodiscard]] std::vector<discovery::Rendered> render_pages(const discovery::HostView& view);

}  // namespace agent_access::pages
