/// \file
/// The public CV, made to be printed as well. Thread safe, no I/O.
#pragma once

#include "discovery/catalogue.hpp"
#include "discovery/host_view.hpp"
#include "site/pages.hpp"

namespace agent_access::pages {

/// The site has a CV.
[[nodiscard]] discovery::Rendered render_cv(const discovery::HostView& view, const site::Page& page);

}  // namespace agent_access::pages
