/// \file
/// The known name that a mistyped one most likely means. Pure function, thread safe.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace agent_access::base {

/// The candidate with the fewest edits from `name`, if it is close enough for a typing error; else empty.
[[nodiscard]] std::string_view nearest_name(std::string_view name, std::span<const std::string> candidates);

}  // namespace agent_access::base
