/// \file
/// The site as schema.org JSON-LD 1.1: what /api/site.json starts with and what the home page embeds. Rendered from the
/// content alone; members without content are left out. Thread safe, no I/O.
#pragma once

#include <boost/json/object.hpp>

#include "documents/host_view.hpp"

namespace agent_access::documents {

/// A ProfilePage whose mainEntity is the Person or Organization, and whose hasPart are the publications and projects.
/// "@id" and "url" are the addresses of their pages; without pages, of the work itself, if it has one.
[[nodiscard]] boost::json::object json_ld(const HostView& view);

}  // namespace agent_access::documents
