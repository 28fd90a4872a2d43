/// \file
/// The common parts of all pages: head, navigation, footer and the security fields. Thread safe, no I/O.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <string_view>

#include "documents/host_view.hpp"
#include "documents/rendered.hpp"

namespace agent_access::pages {

/// Whether a page has an address of its own. The page for unknown paths is shown at any of them.
enum class PageAddress { own, none };

/// The parts of a page that differ from page to page.
struct PageParts {
  std::string path;         ///< "/publications/a-title"
  std::string section;      ///< path of the navigation entry it belongs to
  std::string title;        ///< text for the browser tab, without the site's name
  std::string description;  ///< text
  std::string main;         ///< HTML of `<main>`, with an `<h1>`
  boost::json::object json_ld;
  std::string_view og_type = "website";
  std::string head = {};  ///< further elements of `<head>`
  PageAddress address = PageAddress::own;
};

[[nodiscard]] documents::Rendered render_layout(const documents::HostView& view, const PageParts& parts);

/// The schema.org description of a page that is not a work: {"@type": type, url, name, …, isPartOf: the site}.
[[nodiscard]] boost::json::object web_page_ld(const documents::HostView& view, std::string_view type,
                                              const PageParts& parts);

}  // namespace agent_access::pages
