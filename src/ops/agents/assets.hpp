/// \file
/// Files of web/ that are compiled in. Thread safe.
#pragma once

#include <string_view>

namespace agent_access::ops {

/// `name`: the path below web/. Empty when there is none.
[[nodiscard]] std::string_view asset(std::string_view name) noexcept;

}  // namespace agent_access::ops
