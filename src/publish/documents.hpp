/// \file
/// All documents of one host in one call: what a snapshot puts into its Catalogue. Each renderer has its own file.
#pragma once

#include <vector>

#include "documents/host_view.hpp"
#include "documents/openapi/openapi.hpp"
#include "oauth/key_schedule.hpp"
#include "publish/catalogue.hpp"

namespace agent_access::publish {

/// Everything of specification section 4.5 and what crawlers look for beside it.
[[nodiscard]] std::vector<documents::Rendered> render_documents(const documents::HostView& view,
                                                                const oauth::KeySchedule& keys,
                                                                const documents::ErrorAnswers& errors);

}  // namespace agent_access::publish
