/// \file
/// /llms-full.txt: the whole public content and the way to the extended profile in one file of Markdown.
#pragma once

#include "discovery/catalogue.hpp"
#include "discovery/host_view.hpp"

namespace agent_access::discovery {

[[nodiscard]] Rendered render_llms_full(const HostView& view);

}  // namespace agent_access::discovery
