/// \file
/// The page with the three requests of an agent, which its script can send, the errors and the browser tools. Thread
/// safe, no I/O.
#pragma once

#include "content/pages.hpp"
#include "documents/host_view.hpp"
#include "documents/rendered.hpp"

namespace agent_access::pages {

[[nodiscard]] documents::Rendered render_agent_access(const documents::HostView& view, const content::Page& page);

}  // namespace agent_access::pages
