/// \file
/// Tokens for the tests of this folder, signed by the published example key of RFC 7515 appendix A.3.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/base64url.hpp"
#include "crypto/es256.hpp"
#include "oauth/jwt.hpp"
#include "support/hex.hpp"

namespace agent_access::oauth::sample {

/// The RFC 7638 thumbprint of that key.
inline constexpr std::string_view kKeyId = "oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U";

inline constexpr std::string_view kHeader =
    R"({"alg":"ES256","typ":"at+jwt","kid":"oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U"})";

inline constexpr std::string_view kPayload =
    R"({"iss":"https://example.com","sub":"f81d4fae-7dec-41d0-a765-00a0c91e6bf6",)"
    R"("client_id":"f81d4fae-7dec-41d0-a765-00a0c91e6bf6",)"
    R"("aud":["https://example.com","https://example.com/api/agent/full-profile"],"scope":"read:extended",)"
    R"("iat":1700000000,"exp":1700000900,"jti":"example"})";

/// header and payload above, signed by Python cryptography.
inline constexpr std::string_view kToken =
    "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6Im9LSXl3dkdVcFRWVHl4TVEzYndJSWVRVXVkZnJfQ2tMTWpDRTE5RUNELVUifQ."
    "eyJpc3MiOiJodHRwczovL2V4YW1wbGUuY29tIiwic3ViIjoiZjgxZDRmYWUtN2RlYy00MWQwLWE3NjUtMDBhMGM5MWU2YmY2IiwiY2xpZW50X2lk"
    "IjoiZjgxZDRmYWUtN2RlYy00MWQwLWE3NjUtMDBhMGM5MWU2YmY2IiwiYXVkIjpbImh0dHBzOi8vZXhhbXBsZS5jb20iLCJodHRwczovL2V4YW1w"
    "bGUuY29tL2FwaS9hZ2VudC9mdWxsLXByb2ZpbGUiXSwic2NvcGUiOiJyZWFkOmV4dGVuZGVkIiwiaWF0IjoxNzAwMDAwMDAwLCJleHAiOjE3MDAw"
    "MDA5MDAsImp0aSI6ImV4YW1wbGUifQ."
    "I-qA0X69AbCXyVDVHzYRr_d5Byz8ZU2i4E6pfKINwmlkrGCnnP-z3hjeDTiMS1hfivkar6DX3QtCl_Id4IGFMw";

/// The same with n - s instead of s.
inline constexpr std::string_view kHighTwinSignature =
    "I-qA0X69AbCXyVDVHzYRr_d5Byz8ZU2i4E6pfKINwmmbU59XYwBMIuch8sdztKegMe3f_gY_wXmxIdilG-GgHg";

inline crypto::PrivateKey key() {
  return crypto::PrivateKey::from_scalar(
             test::unhex("8e9b109e719098bf980487df1f5d77e9cb29606ebed2263b5f57c213df84f4b2"))
      .value();
}

inline std::vector<TrustedKey> trusted_keys() {
  const auto other = crypto::PrivateKey::derive(std::vector<std::byte>(32)).value();
  std::vector<TrustedKey> keys;
  keys.push_back({"another", crypto::Verifier::create(other.public_key()).value()});
  keys.push_back({std::string(kKeyId), crypto::Verifier::create(key().public_key()).value()});
  return keys;
}

/// A token with any header and payload and a valid signature.
inline std::string sign(std::string_view header, std::string_view payload) {
  std::string token = base::base64url_encode(base::bytes_of(header));
  token.append(".").append(base::base64url_encode(base::bytes_of(payload)));
  const auto signature = crypto::Signer::create(key()).value().sign(base::bytes_of(token)).value();
  return token.append(".").append(base::base64url_encode(signature));
}

/// Why `token` is refused.
inline JwtFault fault_of_token(std::string_view token) {
  auto keys = trusted_keys();
  const auto verified = verify(token, keys);
  if (verified) throw std::logic_error("accepted: " + std::string(token));
  return verified.error();
}
inline JwtFault fault_of_header(std::string_view header) { return fault_of_token(sign(header, kPayload)); }
inline JwtFault fault_of_payload(std::string_view payload) { return fault_of_token(sign(kHeader, payload)); }

}  // namespace agent_access::oauth::sample
