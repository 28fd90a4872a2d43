/// \file
/// The contact page. Thread safe, no I/O.
#pragma once

#include "content/pages.hpp"
#include "documents/host_view.hpp"
#include "documents/rendered.hpp"

namespace agent_access::pages {

[[nodiscard]] documents::Rendered render_contact(const documents::HostView& view, const content::Page& page);

}  // namespace agent_access::pages
