/// \file
/// The pages of both collections, and one page for each publication and project. Thread safe, no I/O.
#pragma once

#include <vector>

#include "discovery/catalogue.hpp"
#include "discovery/host_view.hpp"
#include "site/pages.hpp"

namespace agent_access::pages {

[[nodiscard]] discovery::Rendered render_publications(const discovery::HostView& view, const site::Page& page);
[[nodiscard]] discovery::Rendered render_projects(const discovery::HostView& view, const site::Page& page);
[[nodiscard]] std::vector<discovery::Rendered> render_works(const discovery::HostView& view);

}  // namespace agent_access::pages
