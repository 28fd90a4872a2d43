/// \file
/// The elements in the head of a publication's page that Google Scholar and reference managers read. Thread safe.
#pragma once

#include <string>

#include "site/content/content.hpp"
#include "site/documents/document_row.hpp"

namespace agent_access::pages {

/// `citation_title`, `citation_author` for each author, `citation_publication_date` ("2034/05/01") and others
/// (scholar.google.com/intl/en/scholar/inclusion.html#indexing), one on a line; without those that it has no text for.
[[nodiscard]] std::string citation_elements(const documents::HostView& host, const content::Publication& work);

}  // namespace agent_access::pages
