/// \file
/// The page of the reference without its rows, compiled in from templates/. Constants, thread safe.
#pragma once

#include <string_view>

namespace agent_access::tools::reference {

/// "reference/reference.md". Empty for any other name.
[[nodiscard]] std::string_view asset(std::string_view name) noexcept;

}  // namespace agent_access::tools::reference
