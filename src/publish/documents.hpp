/// \file
/// The documents of one host, rendered: what a snapshot puts into its Catalogue beside the pages. Thread safe, no I/O.
#pragma once

#include <vector>

#include "documents/document_row.hpp"
#include "documents/host_view.hpp"
#include "documents/openapi/openapi.hpp"
#include "documents/rendered.hpp"
#include "oauth/key_schedule.hpp"

namespace agent_access::publish {

/// Every row of the table that the settings of the view publish.
[[nodiscard]] std::vector<documents::Rendered> render_documents(const documents::HostView& view,
                                                                const oauth::KeySchedule& keys,
                                                                const documents::ErrorAnswers& errors);

}  // namespace agent_access::publish
