/// \file
/// The completion scripts and manual pages without their lists, compiled in from templates/. Constants, thread safe.
#pragma once

#include <string_view>

namespace agent_access::tools::usage {

/// "completion/agent-access.bash", "man/agent-access.1", … by the path below templates/. Empty for any other name.
[[nodiscard]] std::string_view asset(std::string_view name) noexcept;

}  // namespace agent_access::tools::usage
