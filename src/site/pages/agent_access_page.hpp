/// \file
/// The page for agents: their three requests, which its script can send, the errors and the browser tools. No I/O.
#pragma once

#include "site/content/pages.hpp"
#include "site/documents/document_row.hpp"
#include "site/pages/page_writer.hpp"

namespace agent_access::pages {

[[nodiscard]] documents::Rendered render_agent_access(PageWriter& writer, const content::Page& page);

}  // namespace agent_access::pages
