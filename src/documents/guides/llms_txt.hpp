/// \file
/// /llms.txt (llmstxt.org): a heading, a summary, lists of links.
#pragma once

#include <string>

#include "documents/host_view.hpp"

namespace agent_access::documents {

/// Below 30,000 bytes: the lists of works are cut.
[[nodiscard]] std::string render_llms_txt(const HostView& view);

}  // namespace agent_access::documents
