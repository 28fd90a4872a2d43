/// \file
/// What every form of the report says beside its numbers. Texts from logs and from lists are not in it. Pure; thread
/// safe.
#pragma once

#include <string>
#include <vector>

#include "tools/visits/visit_counts.hpp"

namespace agent_access::tools {

/// Whether any line was about a request or of this service.
[[nodiscard]] bool is_any_read(const Visits& visits) noexcept;
/// Whether any request has a User-Agent; otherwise a table of agents would have one row.
[[nodiscard]] bool is_agent_known(const Visits& visits) noexcept;

/// What is not in the numbers, and why, and which setting helps: sentences without their end.
[[nodiscard]] std::vector<std::string> remarks_of(const Visits& visits);

}  // namespace agent_access::tools
