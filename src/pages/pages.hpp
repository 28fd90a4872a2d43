/// \file
/// The site for people: HTML of every page, for one host. Works without script;
/// strict Content-Security-Policy, nothing from elsewhere. Thread safe, no I/O.
#pragma once

#include <vector>

#include "documents/host_view.hpp"
#include "documents/rendered.hpp"

namespace agent_access::pages {

/// All pages of content::pages_of and one page for each publication and project; nothing when the settings switch them
/// off. What the pages load (/assets/*, /favicon.svg, /browser-tools.js) is in publish/document_table.cpp.
[[nodiscard]] std::vector<documents::Rendered> render_pages(const documents::HostView& view);

}  // namespace agent_access::pages
