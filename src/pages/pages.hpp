/// \file
/// All HTML pages for one host. They work without scripts, have a strict Content-Security-Policy and load nothing from
/// other hosts. Thread safe, no I/O.
#pragma once

#include <vector>

#include "documents/document_row.hpp"
#include "documents/host_view.hpp"

namespace agent_access::pages {

/// All pages of content::pages_of, one page for each publication and project, and the page for unknown paths if the
/// settings enable it; empty if the settings disable the pages. If the settings enable that, also the Markdown form of
/// each page, which is the answer to Accept: text/markdown at its path, too. The files that pages load (/assets/*,
/// /favicon.svg, /browser-tools.js) are in publish/document_table.cpp.
[[nodiscard]] std::vector<documents::Rendered> render_pages(const documents::HostView& view);

}  // namespace agent_access::pages
