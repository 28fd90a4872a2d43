/// \file
/// The templates of the status page, compiled in from templates/. Constants, thread safe.
#pragma once

#include <string_view>

namespace agent_access::app::status {

/// "status/status.html", … by the path below templates/. Empty for any other name.
[[nodiscard]] std::string_view asset(std::string_view name) noexcept;

}  // namespace agent_access::app::status
