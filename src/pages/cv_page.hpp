/// \file
/// The page of the public CV; site.css has styles to print it. Thread safe, no I/O.
#pragma once

#include "content/pages.hpp"
#include "documents/host_view.hpp"
#include "documents/rendered.hpp"

namespace agent_access::pages {

/// Precondition: the site has a CV.
[[nodiscard]] documents::Rendered render_cv(const documents::HostView& view, const content::Page& page);

}  // namespace agent_access::pages
