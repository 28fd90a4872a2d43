/// \file
/// The home page for readers of Markdown: who the owner is, every page and work with its address, and the way to the
/// extended profile. Owner text is escaped (markdown_text.hpp). Thread safe, no I/O.
#pragma once

#include <string>

#include "documents/host_view.hpp"

namespace agent_access::documents {

[[nodiscard]] std::string render_home_markdown(const HostView& view);

}  // namespace agent_access::documents
