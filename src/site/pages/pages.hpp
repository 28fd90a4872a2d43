/// \file
/// All HTML pages for one host. They work without scripts, have a strict Content-Security-Policy and load nothing from
/// other hosts. No I/O.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "site/content/pages.hpp"
#include "site/documents/document_row.hpp"
#include "site/pages/page_writer.hpp"

namespace agent_access::pages {

/// A page that is not rendered yet.
struct PageSource {
  enum class Kind : std::uint8_t { page, publication, project, not_found };
  Kind kind = Kind::page;
  std::size_t index = 0;       ///< in content::pages_of, or in the publications or projects of the site
  std::string path = {};       ///< "/publications/a-title"
  std::string form_path = {};  ///< that of its Markdown form; empty if the form has no path of its own
};

/// All pages of content::pages_of, one page for each publication and project, and the page for unknown paths if the
/// settings enable it; empty if the settings disable the pages. The files that pages load (/assets/*, /favicon.svg,
/// /browser-tools.js) are in site/publish/document_table.cpp.
[[nodiscard]] std::vector<PageSource> page_sources(const documents::HostView& view);

/// Renders the pages of one host. Not thread safe: it keeps the templates that it has parsed.
class PageRenderer {
 public:
  explicit PageRenderer(const documents::HostView& view) : view_(view), writer_(view_) {}
  PageRenderer(const PageRenderer&) = delete;
  PageRenderer& operator=(const PageRenderer&) = delete;

  /// The page, and its Markdown form if that has a path. With such a form the page also has it as the answer to
  /// Accept: text/markdown, and each names the other.
  [[nodiscard]] std::vector<documents::Rendered> render(const PageSource& source);

 private:
  const documents::HostView view_;
  PageWriter writer_;
};

/// The Link field (RFC 8288) of "/" to the documents for programs: RFC 9727 (api-catalog), RFC 8631 (service-*), ARD
/// 0.91 and its predecessor `ai-catalog`. A complete line; a page of the owner has it, too.
[[nodiscard]] std::string home_links(const content::Settings& settings);

// One function for each page, or kind of pages, which prepares the views of its templates.

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
/// What `dev` shows instead of every page while the owner's files are wrong: Preview::problems.
[[nodiscard]] documents::Rendered render_problems(const documents::HostView& view);

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
/// site/content/tools.hpp as JSON, `/*search*/{}` by web/search.json, and `/*issuer*/''` by the address of an issuer
/// elsewhere. Without a profile, what reads it is left out. Equal for all hosts: the module sends its other requests to
/// the host from which it was loaded.
[[nodiscard]] std::string render_browser_tools(const documents::HostView& view);

}  // namespace agent_access::pages
