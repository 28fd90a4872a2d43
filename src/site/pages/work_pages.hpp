/// \file
/// The pages of works: their lists, and the page of each publication and project. No I/O.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "site/content/pages.hpp"
#include "site/documents/document_row.hpp"
#include "site/pages/page_writer.hpp"

namespace agent_access::pages {

[[nodiscard]] documents::Rendered render_publications(PageWriter& writer, const content::Page& page);
[[nodiscard]] documents::Rendered render_projects(PageWriter& writer, const content::Page& page);

/// The page of a publication or project itself.
[[nodiscard]] documents::Rendered render_work(PageWriter& writer, const content::Publication& work);
[[nodiscard]] documents::Rendered render_work(PageWriter& writer, const content::Project& work);

/// The first publications or projects, at most `most`, as a list whose items have headings of the level "h2" or "h3".
[[nodiscard]] std::string publication_list(PageWriter& writer, std::size_t most, std::string_view heading);
[[nodiscard]] std::string project_list(PageWriter& writer, std::size_t most, std::string_view heading);

}  // namespace agent_access::pages
