/// \file
/// /AGENTS.md, also at /agents.md, where some readers look: the guide for agents that use this site.
#pragma once

#include <vector>

#include "documents/host_view.hpp"
#include "documents/rendered.hpp"

namespace agent_access::documents {

/// Both paths with the same bytes; each names the upper-case one as canonical.
[[nodiscard]] std::vector<Rendered> render_agents_md(const HostView& view);

}  // namespace agent_access::documents
