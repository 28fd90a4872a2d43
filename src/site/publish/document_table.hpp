/// \file
/// The table of published documents: path, media type, renderer, condition and operation in /openapi.json. The HTML
/// pages are not in it: they depend on the owner's content (site/content/pages.hpp). Constants.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "site/documents/document_row.hpp"

namespace agent_access::publish {

[[nodiscard]] std::span<const documents::DocumentRow> document_table() noexcept;

/// What content.keep_paths may name, of what a service beside a site can have.
[[nodiscard]] std::vector<std::string> paths_that_can_be_kept();

/// Documents that change without a change of content, such as the key set. Files do not replace them, and `export` does
/// not write them.
[[nodiscard]] bool is_dynamic_document(std::string_view path) noexcept;

}  // namespace agent_access::publish
