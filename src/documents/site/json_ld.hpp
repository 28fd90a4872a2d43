/// \file
/// The site as schema.org JSON-LD 1.1, for /api/site.json, the home page and the CV page. Members without content are
/// omitted. Thread safe, no I/O.
#pragma once

#include <boost/json/object.hpp>

#include "documents/host_view.hpp"

namespace agent_access::documents {

/// A ProfilePage whose mainEntity is the Person or Organization, and whose hasPart are the publications and projects.
/// Their "@id" and "url" are the addresses of their pages; without pages, those of the works themselves, if any.
[[nodiscard]] boost::json::object json_ld(const HostView& view);

}  // namespace agent_access::documents
