/// \file
/// /llms-full.txt: the whole public content and the way to the extended profile in one file of Markdown.
#pragma once

#include "documents/host_view.hpp"
#include "documents/rendered.hpp"

namespace agent_access::documents {

[[nodiscard]] Rendered render_llms_full(const HostView& view);

}  // namespace agent_access::documents
