/// \file
/// The home page: the owner, the latest works, and links for agents. No I/O.
#pragma once

#include <string>

#include "site/content/pages.hpp"
#include "site/content/settings.hpp"
#include "site/documents/document_row.hpp"
#include "site/pages/page_writer.hpp"

namespace agent_access::pages {

[[nodiscard]] documents::Rendered render_home(PageWriter& writer, const content::Page& page);

/// The Link field (RFC 8288) of "/" to the documents for programs: RFC 9727 (api-catalog), RFC 8631 (service-*), ARD
/// 0.91 and its predecessor `ai-catalog`. A complete line; a page of the owner has it, too.
[[nodiscard]] std::string home_links(const content::Settings& settings);

}  // namespace agent_access::pages
