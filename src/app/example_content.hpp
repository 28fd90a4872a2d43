/// \file
/// The built-in example: the openly fictional profile that `dev` serves and `init` writes as a beginning.
#pragma once

#include <string_view>

namespace agent_access::app {

/// A JSON object that site::parse_profile accepts.
[[nodiscard]] std::string_view example_profile() noexcept;

}  // namespace agent_access::app
