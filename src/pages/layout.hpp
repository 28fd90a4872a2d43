/// \file
/// What all pages have in common: head, navigation, footer and the security fields. Thread safe, no I/O.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <string_view>

#include "documents/host_view.hpp"
#include "documents/rendered.hpp"

namespace agent_access::pages {

/// A page before it gets its frame.
struct PageParts {
  std::string path;         ///< "/publications/a-title"
  std::string section;      ///< path of the navigation entry it belongs to
  std::string title;        ///< as in the tab, without the site's name; text
  std::string description;  ///< text
  std::string main;         ///< HTML of `<main>`, with the one `<h1>`
  boost::json::object json_ld;
  std::string_view og_type = "website";
  std::string_view head = {};  ///< more elements of `<head>`
};

[[nodiscard]] documents::Rendered render_layout(const documents::HostView& view, const PageParts& parts);

/// schema.org description of a page that is no work itself: {"@type": type, url, name, …, isPartOf: the site}.
[[nodiscard]] boost::json::object web_page_ld(const documents::HostView& view, std::string_view type,
                                              const PageParts& parts);

}  // namespace agent_access::pages
