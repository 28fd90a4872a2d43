#include "crypto/fault.hpp"

namespace agent_access::crypto {

std::string_view describe(CryptoFault fault) noexcept {
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
