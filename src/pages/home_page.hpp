/// \file
/// The home page: the owner, the latest works, and links for agents. Also as Markdown. Thread safe, no I/O.
#pragma once

#include "content/pages.hpp"
#include "documents/host_view.hpp"
#include "documents/rendered.hpp"

namespace agent_access::pages {

[[nodiscard]] documents::Rendered render_home(const documents::HostView& view, const content::Page& page);

}  // namespace agent_access::pages
