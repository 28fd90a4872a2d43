/// \file
/// /robots.txt (RFC 9309, with a Content-Signal line) and /sitemap.xml (sitemaps.org 0.9).
#pragma once

#include "discovery/catalogue.hpp"
#include "discovery/host_view.hpp"

namespace agent_access::discovery {

/// Everybody may read everything. Content-Signal grants search and use as input; about training the owner says nothing.
[[nodiscard]] Rendered render_robots(const HostView& view);

/// All pages and works. Only for sites with pages: a sitemap needs at least one address.
[[nodiscard]] Rendered render_sitemap(const HostView& view);

}  // namespace agent_access::discovery
