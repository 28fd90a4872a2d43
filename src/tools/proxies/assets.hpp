/// \file
/// The templates of the printed sites and of the configurations that `export` and `keys` write, compiled in from
/// templates/. Constants, thread safe.
#pragma once

#include <string_view>

namespace agent_access::tools::proxies {

/// "proxies/nginx.conf", … by the path below templates/. Empty for any other name.
[[nodiscard]] std::string_view asset(std::string_view name) noexcept;

}  // namespace agent_access::tools::proxies
