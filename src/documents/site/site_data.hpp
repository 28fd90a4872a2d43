/// \file
/// /api/site.json: the public data of the site, also for the browser tools. A schema.org ProfilePage (json_ld.hpp) with
/// the members of the owner's site.json, also unknown ones. The generated members "@…", mainEntity, hasPart, pages and
/// resources replace those of the same name in the owner's file; of other names, the owner's are used. Works are listed
/// newest first, each with its slug and, if the site has pages, "page".
#pragma once

#include <string>

#include "documents/host_view.hpp"

namespace agent_access::documents {

[[nodiscard]] std::string render_site_data(const HostView& view);

}  // namespace agent_access::documents
