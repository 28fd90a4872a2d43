/// \file
/// The home page: who the owner is, the latest works, and the way in for agents. Also as Markdown. Thread safe, no I/O.
#pragma once

#include "content/pages.hpp"
#include "documents/host_view.hpp"
#include "documents/rendered.hpp"

namespace agent_access::pages {

[[nodiscard]] documents::Rendered render_home(const documents::HostView& view, const content::Page& page);

}  // namespace agent_access::pages
