/// \file
/// Public P-256 keys as JSON Web Keys: RFC 7517, RFC 7518 section 6.2.1, RFC 7638. Thread safe, no I/O.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "crypto/es256.hpp"

namespace agent_access::oauth {

/// A key id; those of this service are RFC 7638 thumbprints (43 characters).
using KeyId = base::Strong<struct KeyIdTag>;

enum class JwkFault {
  not_json,       ///< not one JSON object, or duplicate names
  not_es256,      ///< not an ES256 verification key, by kty, crv, alg, use or key_ops
  private_key,    ///< a "d" member: private keys are refused
  invalid_point,  ///< a coordinate is not 32 bytes of canonical base64url, or the point is not on the curve
};

/// SHA-256 over {"crv":"P-256","kty":"EC","x":...,"y":...}, base64url.
[[nodiscard]] base::Result<KeyId, crypto::CryptoFault> thumbprint(const crypto::PublicKey& key);

/// {"kty","crv","x","y","kid","use","alg"} in that order, no white space.
[[nodiscard]] std::string render_jwk(const crypto::PublicKey& key, const KeyId& key_id);

struct Jwk {
  crypto::PublicKey key;
  std::string key_id;  ///< empty if the key has no kid
};

/// The ES256 keys of a JWK Set, RFC 7517 section 5: keys of other types are skipped; not_json if the text is not a set.
/// Unknown members are ignored.
[[nodiscard]] base::Result<std::vector<Jwk>, JwkFault> parse_jwks(std::string_view json);

}  // namespace agent_access::oauth
