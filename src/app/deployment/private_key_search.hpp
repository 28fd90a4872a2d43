/// \file
/// Whether bytes hold a private key: a PEM block whose label ends in "PRIVATE KEY" (RFC 7468; PKCS#8, encrypted or not,
/// RSA, EC, DSA, OPENSSH), also within other text such as JSON, or a P-256 key in DER (RFC 5915, RFC 5958).
///
/// A label alone, as in documentation, is not a key: base64 must follow. Pure; thread safe; linear. NOT detected: keys
/// that are compressed, encrypted as a whole or encoded again, PGP keys, JWKs, and DER of other keys than P-256.
#pragma once

#include <string_view>

namespace agent_access::app {

[[nodiscard]] bool holds_private_key(std::string_view bytes) noexcept;

}  // namespace agent_access::app
