/// \file
/// Questions and answers. Thread safe, no I/O.
#pragma once

#include "discovery/catalogue.hpp"
#include "discovery/host_view.hpp"
#include "site/pages.hpp"

namespace agent_access::pages {

[[nodiscard]] discovery::Rendered render_faq(const discovery::HostView& view, const site::Page& page);

}  // namespace agent_access::pages
