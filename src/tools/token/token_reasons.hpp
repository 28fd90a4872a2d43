/// \file
/// Why a token would be refused: every reason at once, where the profile endpoint stops at the first. No clock; thread
/// safe, stateless.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "jose/jwt.hpp"

namespace agent_access::tools {

struct TokenExamination {
  std::string header;                ///< decoded JSON, unverified; empty when the token cannot be decoded
  std::string payload;               ///< likewise
  std::vector<std::string> reasons;  ///< empty when the token would be accepted
  std::vector<std::string> notes;    ///< what was not checked
};

/// `jwks` is the text of a JWK Set. `base_urls` are the accepted issuers; without any, issuer and audience are only
/// compared with each other.
[[nodiscard]] TokenExamination examine_token(std::string_view token, std::string_view jwks,
                                             const std::vector<std::string>& base_urls, std::int64_t now);

/// One sentence for a person.
[[nodiscard]] std::string_view describe(jose::JwtFault fault) noexcept;

/// The keys of a JWK Set for jose::verify; keys that cannot be prepared are left out.
[[nodiscard]] std::vector<jose::TrustedKey> trusted_keys(std::string_view jwks);

/// The body at `url`, for which one request is sent. `ca_file`: PEM of additional certificate authorities; empty: only
/// those of the system. An error is a sentence that says what to do. NOT checked: that the body is a key set.
[[nodiscard]] base::Result<std::string, std::string> fetch_jwks(const std::string& url, const std::string& ca_file,
                                                                std::chrono::milliseconds timeout);

}  // namespace agent_access::tools
