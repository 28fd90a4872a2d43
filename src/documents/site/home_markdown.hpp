/// \file
/// The home page as Markdown: the owner, every page and work with its address, and the documents for agents. Owner text
/// is escaped (markdown_text.hpp). Thread safe, no I/O.
#pragma once

#include <string>

#include "documents/host_view.hpp"

namespace agent_access::documents {

[[nodiscard]] std::string render_home_markdown(const HostView& view);

}  // namespace agent_access::documents
