/// \file
/// One function for each page, or kind of pages, which prepares the views of its templates. No I/O.
#pragma once

#include "site/content/pages.hpp"
#include "site/documents/document_row.hpp"
#include "site/pages/page_writer.hpp"

namespace agent_access::pages {

/// The owner, the latest works, and links for agents. Also as Markdown.
[[nodiscard]] documents::Rendered render_home(PageWriter& writer, const content::Page& page);
/// Precondition: the site has a CV. site.css has styles to print it.
[[nodiscard]] documents::Rendered render_cv(PageWriter& writer, const content::Page& page);
[[nodiscard]] documents::Rendered render_contact(PageWriter& writer, const content::Page& page);
[[nodiscard]] documents::Rendered render_faq(PageWriter& writer, const content::Page& page);
/// The three requests of an agent, which the page's script can send, the errors and the browser tools.
[[nodiscard]] documents::Rendered render_agent_access(PageWriter& writer, const content::Page& page);
/// The page for people at a path that does not exist. It names nothing of the request, so that it is the same for every
/// path.
[[nodiscard]] documents::Rendered render_not_found(PageWriter& writer);

[[nodiscard]] documents::Rendered render_publications(PageWriter& writer, const content::Page& page);
[[nodiscard]] documents::Rendered render_projects(PageWriter& writer, const content::Page& page);
/// The page of a publication or project itself.
[[nodiscard]] documents::Rendered render_work(PageWriter& writer, const content::Publication& item);
[[nodiscard]] documents::Rendered render_work(PageWriter& writer, const content::Project& item);

/// The first publications or projects, at most `most`, as a list whose items have headings of the level "h2" or "h3".
[[nodiscard]] std::string publication_list(PageWriter& writer, std::size_t most, std::string_view heading);
[[nodiscard]] std::string project_list(PageWriter& writer, std::size_t most, std::string_view heading);

/// web/site.css; with an accent colour, its variables are set to the owner's palettes.
[[nodiscard]] std::string render_style_sheet(const content::Design& design);
/// web/favicon.svg; with an accent colour, in that colour.
[[nodiscard]] std::string render_icon(const content::Design& design);

/// The module that registers the browser tools: web/browser-tools.js with `/*definitions*/[]` replaced by the tools of
/// site/content/tools.hpp as JSON, and `/*search*/{}` by web/search.json. Equal for all hosts: the module sends its
/// requests to the host from which it was loaded.
[[nodiscard]] std::string render_browser_tools();

}  // namespace agent_access::pages
