/// \file
/// /llms-full.txt: the whole public content, and how to read the extended profile, in one Markdown file.
#pragma once

#include <string>

#include "documents/host_view.hpp"

namespace agent_access::documents {

[[nodiscard]] std::string render_llms_full(const HostView& view);

}  // namespace agent_access::documents
