/// \file
/// /robots.txt (RFC 9309; Content-Signal as in contentsignals.org) and /sitemap.xml (sitemaps.org 0.9), for sites with
/// generated pages.
#pragma once

#include <string>

#include "documents/host_view.hpp"

namespace agent_access::documents {

/// No rule that allows or forbids a path; content signals as in the settings, by default none. With ARD also its
/// directive "Agentmap".
[[nodiscard]] std::string render_robots(const HostView& view);

/// All pages and works. Only for sites with pages: a sitemap needs at least one address.
[[nodiscard]] std::string render_sitemap(const HostView& view);

}  // namespace agent_access::documents
