/// \file
/// Renders the documents of one host, all but the pages and the owner's own files. Thread safe, no I/O.
#pragma once

#include <vector>

#include "documents/document_row.hpp"
#include "documents/host_view.hpp"
#include "documents/openapi/openapi.hpp"
#include "oauth/key_schedule.hpp"

namespace agent_access::publish {

/// Every row of the table; without pages, only those that are published without them.
[[nodiscard]] std::vector<documents::Rendered> render_documents(const documents::HostView& view,
                                                                const oauth::KeySchedule& keys,
                                                                const documents::ErrorAnswers& errors);

}  // namespace agent_access::publish
