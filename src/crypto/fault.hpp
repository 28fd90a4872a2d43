/// \file
/// Why a primitive did not do its work. None of these is caused by what a peer sends: a wrong signature is a verdict.
#pragma once

#include <string_view>

namespace agent_access::crypto {

enum class CryptoFault {
  no_entropy,       ///< the system gave no randomness
  library_failure,  ///< OpenSSL refused or failed
  invalid_key,      ///< not a P-256 key, a point not on the curve, unreadable PEM
  output_too_long,  ///< HKDF asked for more than 255 blocks
};

[[nodiscard]] std::string_view describe(CryptoFault fault) noexcept;

}  // namespace agent_access::crypto
