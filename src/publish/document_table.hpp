/// \file
/// The table of published documents: path, media type, renderer, operation in /openapi.json, and the lists that contain
/// the document. The HTML pages are not in it: they depend on the owner's content (content/pages.hpp). Constants.
#pragma once

#include <span>

#include "documents/document_row.hpp"

namespace agent_access::publish {

[[nodiscard]] std::span<const documents::DocumentRow> document_table() noexcept;

}  // namespace agent_access::publish
