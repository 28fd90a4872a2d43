/// \file
/// /api/site.json: the public data of the site, also read by the browser tools. It is the owner's site.json, unknown
/// members included, inside a schema.org ProfilePage (json_ld.hpp). The generated members "@…", mainEntity, hasPart,
/// pages and resources replace any of the same name in the owner's file; of the others the owner's stand. Works are
/// listed newest first, each with its slug, and with "page" when the site has pages.
#pragma once

#include <string>

#include "documents/host_view.hpp"

namespace agent_access::documents {

[[nodiscard]] std::string render_site_data(const HostView& view);

}  // namespace agent_access::documents
