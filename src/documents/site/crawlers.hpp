/// \file
/// /robots.txt (RFC 9309; Content-Signal as in contentsignals.org) and /sitemap.xml (sitemaps.org 0.9), both of a site
/// whose pages are served here.
#pragma once

#include <string>

#include "documents/host_view.hpp"

namespace agent_access::documents {

/// Forbids nothing, allows nothing, and says about the use of the content what the owner has set: by default nothing.
[[nodiscard]] std::string render_robots(const HostView& view);

/// All pages and works. Only for sites with pages: a sitemap needs at least one address.
[[nodiscard]] std::string render_sitemap(const HostView& view);

}  // namespace agent_access::documents
