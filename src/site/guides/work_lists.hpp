/// \file
/// The lists of works in Markdown. Thread safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "site/content/markup.hpp"
#include "site/documents/document_row.hpp"
#include "site/templates/template.hpp"

namespace agent_access::documents {

/// The templates that list works.
struct WorkTemplates {
  std::string_view publications;
  std::string_view projects;
};

/// Sets `publications` and `projects`, newest first, of each as many as fit into `most` bytes of the text, the number
/// `left_out`, and `all`, the address of the whole list; false if there are none.
void set_works(templates::View& values, const HostView& view, const content::Markup& markup,
               const WorkTemplates& templates, std::size_t most = std::string::npos);

}  // namespace agent_access::documents
