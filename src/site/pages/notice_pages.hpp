/// \file
/// The pages without content of the owner: for unknown paths, and for the mistakes that `dev` shows. No I/O.
#pragma once

#include "site/documents/document_row.hpp"
#include "site/pages/page_writer.hpp"

namespace agent_access::pages {

/// The page for people at a path that does not exist. It names nothing of the request, so that it is the same for every
/// path.
[[nodiscard]] documents::Rendered render_not_found(PageWriter& writer);

/// What `dev` shows instead of every page while the owner's files are wrong: Preview::problems.
[[nodiscard]] documents::Rendered render_problems(const documents::HostView& view);

}  // namespace agent_access::pages
