/// \file
/// All documents of one host in one call: what a snapshot puts into its Catalogue. Each renderer has its own file.
#pragma once

#include <vector>

#include "discovery/catalogue.hpp"
#include "discovery/host_view.hpp"
#include "discovery/openapi.hpp"
#include "oauth/key_schedule.hpp"

namespace agent_access::discovery {

/// Everything of specification section 4.5 and what crawlers look for beside it.
[[nodiscard]] std::vector<Rendered> render_documents(const HostView& view, const oauth::KeySchedule& keys,
                                                     const ErrorAnswers& errors);

}  // namespace agent_access::discovery
