/// \file
/// The publications in the format of BibTeX. Thread safe.
#pragma once

#include <string>

#include "site/documents/document_row.hpp"

namespace agent_access::documents {

/// /publications.bib: each publication as an entry of BibTeX in UTF-8. The titles keep their capitals; no text of the
/// owner ends a value.
[[nodiscard]] std::string render_bibliography(const HostView& view);

}  // namespace agent_access::documents
