/// \file
/// /AGENTS.md, also at /agents.md: the guide for agents that use this site.
#pragma once

#include <string>

#include "documents/host_view.hpp"

namespace agent_access::documents {

[[nodiscard]] std::string render_agents_md(const HostView& view);

}  // namespace agent_access::documents
