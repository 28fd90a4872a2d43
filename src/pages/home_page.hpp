/// \file
/// The home page: who the owner is, the latest works, and the way in for agents. Also as Markdown. Thread safe, no I/O.
#pragma once

#include "discovery/catalogue.hpp"
#include "discovery/host_view.hpp"
#include "site/pages.hpp"

namespace agent_access::pages {

[[nodiscard]] discovery::Rendered render_home(const discovery::HostView& view, const site::Page& page);

}  // namespace agent_access::pages
