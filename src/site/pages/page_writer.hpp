/// \file
/// What all pages of one host share: the templates of templates/pages, the labels, and the layout with head,
/// navigation, footer and security fields. No I/O. Not thread safe; each rendering makes its own.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "site/content/labels.hpp"
#include "site/content/pages.hpp"
#include "site/documents/document_row.hpp"
#include "site/pages/html.hpp"
#include "site/templates/template.hpp"

namespace agent_access::pages {

/// Whether a page has an address of its own. The page for unknown paths is shown at any of them.
enum class PageAddress { own, none };

/// The parts of a page that differ from page to page.
struct PageParts {
  std::string path;         ///< "/publications/a-title"
  std::string section;      ///< path of the navigation entry it belongs to
  std::string title;        ///< text for the browser tab, without the site's name
  std::string description;  ///< text
  std::string main = {};    ///< HTML of `<main>`, with an `<h1>`
  boost::json::object json_ld = {};
  std::string_view og_type = "website";
  std::string citation = {};       ///< elements of the head for scholarly indexes, each on a line; empty on other pages
  std::string script_labels = {};  ///< JSON for the script of the page for agents; empty on other pages
  PageAddress address = PageAddress::own;
};

class PageWriter {
 public:
  /// `host` outlives this object.
  explicit PageWriter(const documents::HostView& host);

  [[nodiscard]] const documents::HostView& host() const noexcept { return host_; }
  [[nodiscard]] const content::Site& site() const noexcept { return host_.content.site; }
  [[nodiscard]] const Html& html() const noexcept { return html_; }
  [[nodiscard]] const content::Labels& labels() const noexcept { return html_.labels(); }
  [[nodiscard]] const std::vector<content::Page>& pages() const noexcept { return pages_; }

  /// `templates/pages/<name>` with the values of `view`, the labels as `{{{label.name}}}`, and the values of the
  /// layout.
  [[nodiscard]] std::string fill(std::string_view name, const templates::View& view) {
    return templates_.fill(name, view);
  }
  /// The same without the line feed at its end: HTML for a line of another template.
  [[nodiscard]] std::string part(std::string_view name, const templates::View& view);
  /// The whole page.
  [[nodiscard]] documents::Rendered page(const PageParts& parts);

  /// The schema.org description of a page that is not a work: {"@type": type, url, name, …, isPartOf: the site}.
  [[nodiscard]] boost::json::object web_page_ld(std::string_view type, const PageParts& parts) const;

 private:
  /// When the page was last changed, and the pages above it as a BreadcrumbList.
  [[nodiscard]] boost::json::object place_ld(const PageParts& parts) const;

  const documents::HostView& host_;
  Html html_;
  std::vector<content::Page> pages_;
  templates::TemplateFolder templates_;
};

}  // namespace agent_access::pages
