/// \file
/// The pages of both collections, and one page for each publication and project. Thread safe, no I/O.
#pragma once

#include <vector>

#include "content/pages.hpp"
#include "documents/host_view.hpp"
#include "documents/rendered.hpp"

namespace agent_access::pages {

[[nodiscard]] documents::Rendered render_publications(const documents::HostView& view, const content::Page& page);
[[nodiscard]] documents::Rendered render_projects(const documents::HostView& view, const content::Page& page);
[[nodiscard]] std::vector<documents::Rendered> render_works(const documents::HostView& view);

}  // namespace agent_access::pages
