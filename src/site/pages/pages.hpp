/// \file
/// All HTML pages for one host. They work without scripts, have a strict Content-Security-Policy and load nothing from
/// other hosts. No I/O.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "site/content/pages.hpp"
#include "site/documents/document_row.hpp"
#include "site/guides/markdown_forms.hpp"
#include "site/pages/page_writer.hpp"

namespace agent_access::pages {

/// A page that is not rendered yet.
struct PageSource {
  enum class Of : std::uint8_t { page, publication, project, not_found };
  Of of = Of::page;
  std::size_t index = 0;       ///< in content::pages_of, or in the publications or projects of the site
  std::string path = {};       ///< "/publications/a-title"
  std::string form_path = {};  ///< that of its Markdown form; empty if the form has no path of its own
};

/// All pages of content::pages_of, one page for each publication and project, and the page for unknown paths if the
/// settings enable it; empty if the settings disable the pages. The files that pages load (/assets/*, /favicon.svg,
/// /browser-tools.js) are in site/publish/document_table.cpp.
[[nodiscard]] std::vector<PageSource> page_sources(const documents::HostView& view);

/// Renders the pages of one host, each as HTML and as Markdown. Not thread safe: it keeps the templates that it has
/// parsed.
class PageRenderer {
 public:
  explicit PageRenderer(const documents::HostView& view) : view_(view), writer_(view_), forms_(view_) {}
  PageRenderer(const PageRenderer&) = delete;
  PageRenderer& operator=(const PageRenderer&) = delete;

  /// The page, and its Markdown form if that has a path; each names the other. A form without one is in the page.
  /// `same`: the page of another host, if this one has the same.
  [[nodiscard]] std::vector<documents::Rendered> render(const PageSource& source,
                                                        std::optional<documents::Rendered> same = {});

 private:
  /// The HTML alone.
  [[nodiscard]] documents::Rendered html_of(const PageSource& source);
  [[nodiscard]] std::string markdown_of(const PageSource& source);

  const documents::HostView view_;
  PageWriter writer_;
  documents::MarkdownForms forms_;
};

}  // namespace agent_access::pages
