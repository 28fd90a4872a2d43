/// \file
/// JWS compact serialization with ES256, RFC 7515 and RFC 7518 section 3.4, as RFC 8725 recommends: one algorithm,
/// fixed by the key; the size is checked before parsing, the signature before the claims; no `crit`, no name twice.
///
/// Only verify() makes a VerifiedJwt: each one has a valid signature of a trusted key.
/// NOT checked here: exp, iat, iss, aud, scope. That is oauth::BearerVerifier.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/protocol.hpp"
#include "base/result.hpp"
#include "base/text.hpp"
#include "crypto/es256.hpp"

namespace agent_access::oauth {

enum class JwtFault {
  too_large,          ///< more than kMaxTokenSize characters
  malformed,          ///< not three non-empty segments of canonical base64url, or a signature of another length than 64
  invalid_header,     ///< not one JSON object with unique names; alg is not "ES256"; a member besides alg, typ and kid
  wrong_type,         ///< typ is not "at+jwt" (compared without case; "application/at+jwt" is the same)
  unknown_key,        ///< kid is absent or not the id of a trusted key
  invalid_signature,  ///< the signature does not match, or its s is in the upper half of the group order
  invalid_claims,     ///< the payload is not one JSON object with unique names, valid UTF-8 and finite numbers
  unavailable,        ///< the signature could not be verified: a failure of the crypto library
};

/// A token has at most 4 KiB.
inline constexpr std::size_t kMaxTokenSize = protocol::kTokenBytes;

/// The claims of RFC 9068. A claim of the wrong type is the fault invalid_claims; an absent one is empty.
struct Claims {
  std::optional<std::string> issuer;       ///< iss
  std::optional<std::string> subject;      ///< sub
  std::optional<std::string> client_id;    ///< client_id
  std::optional<std::string> scope;        ///< scope, space separated
  std::optional<std::string> token_id;     ///< jti
  std::vector<std::string> audience;       ///< aud: a string or an array of strings; empty when absent
  std::optional<std::int64_t> expires_at;  ///< exp: a non-negative integer; fractions are refused
  std::optional<std::int64_t> issued_at;   ///< iat: likewise
  std::optional<std::int64_t> not_before;  ///< nbf: likewise
};

/// The encoded header of the tokens that this service issues: {"alg","typ","kid"} in that order, no white space.
[[nodiscard]] std::string access_token_header(std::string_view key_id);

/// The trusted keys, for one thread: the verifier contexts are prepared once.
struct TrustedKey {
  TrustedKey(std::string id, crypto::Verifier prepared)
      : key_id(std::move(id)), header(access_token_header(key_id)), verifier(std::move(prepared)) {}

  std::string key_id;  ///< valid UTF-8
  std::string header;  ///< access_token_header(key_id)
  crypto::Verifier verifier;
};

class VerifiedJwt {
 public:
  [[nodiscard]] const Claims& claims() const noexcept { return claims_; }
  /// Valid as long as the keys that the token was verified with.
  [[nodiscard]] std::string_view key_id() const noexcept { return key_id_; }

 private:
  friend base::Result<VerifiedJwt, JwtFault> verify(std::string_view, std::span<TrustedKey>);
  VerifiedJwt(Claims&& claims, std::string_view key_id) noexcept : claims_(std::move(claims)), key_id_(key_id) {}
  Claims claims_;
  std::string_view key_id_;
};

/// Checks in this order: size, shape and encoding, header, type, key, signature, claims. Not thread safe for one span.
[[nodiscard]] base::Result<VerifiedJwt, JwtFault> verify(std::string_view compact, std::span<TrustedKey> keys);

}  // namespace agent_access::oauth
