/// \file
/// The page for people at a path that does not exist. Thread safe, no I/O.
#pragma once

#include "documents/host_view.hpp"
#include "documents/rendered.hpp"

namespace agent_access::pages {

/// Names nothing of the request, so that it is the same for every path.
[[nodiscard]] documents::Rendered render_not_found(const documents::HostView& view);

}  // namespace agent_access::pages
