/// \file
/// The generated pages as Markdown, with the same content and in the same language as the HTML (in src/pages): titles
/// and names of facts are the labels of the site. Owner text is escaped (markdown_text.hpp). Thread safe, no I/O.
#pragma once

#include <string>

#include "content/pages.hpp"
#include "documents/host_view.hpp"

namespace agent_access::documents {

/// A page of content::pages_of; empty for any other.
[[nodiscard]] std::string page_markdown(const HostView& view, const content::Page& page);

[[nodiscard]] std::string page_markdown(const HostView& view, const content::Publication& publication);
[[nodiscard]] std::string page_markdown(const HostView& view, const content::Project& project);

}  // namespace agent_access::documents
