/// \file
/// Why a token would be refused: every reason at once, where the profile endpoint stops at the first. No I/O, no clock;
/// thread safe, stateless.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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

}  // namespace agent_access::tools
