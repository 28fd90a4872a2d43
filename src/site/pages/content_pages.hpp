/// \file
/// The pages of the owner's own words: CV, contact and FAQ. No I/O.
#pragma once

#include "site/content/pages.hpp"
#include "site/documents/document_row.hpp"
#include "site/pages/page_writer.hpp"

namespace agent_access::pages {

/// Precondition: the site has a CV. site.css has styles to print it.
[[nodiscard]] documents::Rendered render_cv(PageWriter& writer, const content::Page& page);
[[nodiscard]] documents::Rendered render_contact(PageWriter& writer, const content::Page& page);
[[nodiscard]] documents::Rendered render_faq(PageWriter& writer, const content::Page& page);

}  // namespace agent_access::pages
