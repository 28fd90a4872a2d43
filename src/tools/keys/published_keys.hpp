/// \file
/// The published keys of a deployment (RFC 7517): fetched, and ready to verify its tokens. Thread safe, stateless.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "jose/jwt.hpp"

namespace agent_access::tools {

/// One sentence for a person.
[[nodiscard]] std::string_view describe(jose::JwtFault fault) noexcept;

/// The keys of a JWK Set for jose::verify; keys that cannot be prepared are left out.
[[nodiscard]] std::vector<jose::TrustedKey> trusted_keys(std::string_view jwks);

/// The body at `url`, for which one request is sent. `ca_file`: PEM of additional certificate authorities; empty: only
/// those of the system. An error is a sentence that says what to do. NOT checked: that the body is a key set.
[[nodiscard]] base::Result<std::string, std::string> fetch_jwks(const std::string& url, const std::string& ca_file,
                                                                std::chrono::milliseconds timeout);

}  // namespace agent_access::tools
