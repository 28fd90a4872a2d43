/// \file
/// Why a primitive failed. A peer cannot cause any of these: a wrong signature is SignatureVerdict::invalid.
#pragma once

#include <string_view>

namespace agent_access::crypto {

enum class CryptoFault {
  no_entropy,       ///< the system's random generator failed
  library_failure,  ///< OpenSSL refused or failed
  invalid_key,      ///< not a P-256 key, a point not on the curve, unreadable PEM
  output_too_long,  ///< HKDF asked for more than 255 blocks
};

[[nodiscard]] constexpr std::string_view describe(CryptoFault fault) noexcept {
  switch (fault) {
    case CryptoFault::no_entropy:
      return "the system's random generator failed";
    case CryptoFault::library_failure:
      return "the cryptographic library failed";
    case CryptoFault::invalid_key:
      return "this is not a valid P-256 key";
    case CryptoFault::output_too_long:
      return "more key material was requested than HKDF can derive";
  }
  return "the cryptographic library failed";
}

}  // namespace agent_access::crypto
