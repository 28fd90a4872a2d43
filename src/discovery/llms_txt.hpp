/// \file
/// /llms.txt (llmstxt.org): a heading, a summary, lists of links.
#pragma once

#include "discovery/catalogue.hpp"
#include "discovery/host_view.hpp"

namespace agent_access::discovery {

/// Below 30,000 bytes however much the owner published: the lists of works end earlier.
[[nodiscard]] Rendered render_llms_txt(const HostView& view);

}  // namespace agent_access::discovery
