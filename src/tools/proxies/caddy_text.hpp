/// \file
/// Common parts of the generated Caddyfiles. Pure functions, thread safe.
#pragma once

#include <string>

#include "base/ip_address.hpp"

namespace agent_access::tools {

/// Lines of reverse_proxy: the client address in the field that the service reads, and the other field removed.
[[nodiscard]] std::string caddy_fields(base::ForwardedField field, const std::string& indent);

}  // namespace agent_access::tools
