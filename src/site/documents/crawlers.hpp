/// \file
/// robots.txt and sitemap.xml, for sites with generated pages. Thread safe.
#pragma once

#include <string>

#include "site/documents/document_row.hpp"

namespace agent_access::documents {

/// /robots.txt (RFC 9309). No rule that allows or forbids a path; content signals (contentsignals.org) as in the
/// settings, by default none. With ARD also its directive "Agentmap".
[[nodiscard]] std::string render_robots(const HostView& view);

/// /sitemap.xml (sitemaps.org 0.9): all pages and works, with the date of the content, so that all replicas have the
/// same. Only for sites with pages: a sitemap needs at least one address.
[[nodiscard]] std::string render_sitemap(const HostView& view);

}  // namespace agent_access::documents
