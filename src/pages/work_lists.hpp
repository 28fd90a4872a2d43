/// \file
/// Lists of publications and projects, for the home page and the pages of both collections. Thread safe.
#pragma once

#include <span>
#include <string>

#include "content/content.hpp"
#include "documents/host_view.hpp"

namespace agent_access::pages {

/// Level of the headings of the items: 3 below a section's `<h2>`, 2 directly below the `<h1>`.
enum class HeadingLevel { h2, h3 };

[[nodiscard]] std::string publication_list(const documents::HostView& view, std::span<const content::Publication> items,
                                           HeadingLevel level);
[[nodiscard]] std::string project_list(const documents::HostView& view, std::span<const content::Project> items,
                                       HeadingLevel level);

}  // namespace agent_access::pages
