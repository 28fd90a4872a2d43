/// \file
/// Fetches the key set of a service. One request, no cache.
#pragma once

#include <chrono>
#include <string>

#include "base/result.hpp"

namespace agent_access::tools {

/// The body at `url`. `ca_file`: PEM of additional certificate authorities; empty: only those of the system. An error
/// is a sentence that says what to do. NOT checked: that the body is a key set.
[[nodiscard]] base::Result<std::string, std::string> fetch_jwks(const std::string& url, const std::string& ca_file,
                                                                std::chrono::milliseconds timeout);

}  // namespace agent_access::tools
