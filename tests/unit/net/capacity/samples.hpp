// What several tests of capacity use.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/ip_address.hpp"

namespace agent_access::net {

inline constexpr std::int64_t kMiB = 1024 * 1024;

inline base::IpAddress peer(std::string_view text) { return base::IpAddress::parse(text).value(); }

}  // namespace agent_access::net
