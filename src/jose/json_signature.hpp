/// \file
/// Detached signatures of JSON documents: JWS (RFC 7515) with ES256 over the canonical form of RFC 8785, in two members
/// of the flattened JSON serialization. It is the form of A2A 1.0 section 8.4. Thread safe except where a Verifier is
/// used.
///
/// NOT checked: who published the key, and whether the key is still valid.
#pragma once

#include <boost/json/object.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "crypto/es256.hpp"

namespace agent_access::jose {

struct JsonSignature {
  std::string protected_header;  ///< `protected`: base64url of {"alg":"ES256","typ":"JOSE","kid":…,"jku":…}
  std::string signature;         ///< `signature`: base64url of 64 bytes
};

/// `key_set_url` is the URL of the JWK Set that has the key.
[[nodiscard]] base::Result<JsonSignature, crypto::CryptoFault> sign_json(const boost::json::object& document,
                                                                         const crypto::PrivateKey& key,
                                                                         std::string_view key_id,
                                                                         std::string_view key_set_url);

/// The header of a signature: what a verifier needs to find the key.
struct SignatureHeader {
  std::string algorithm;
  std::string type;
  std::string key_id;
  std::string key_set_url;  ///< empty: none
};

/// Nothing unless `protected_header` is base64url of a JSON object with unique names in which alg, typ and kid are
/// texts, without `crit` and `b64`, which would change the meaning of the signature.
[[nodiscard]] std::optional<SignatureHeader> read_signature_header(std::string_view protected_header);

/// Whether the signature is one of exactly this document. Accepts either form of s, because other programs sign, too.
[[nodiscard]] crypto::SignatureVerdict verify_json(const boost::json::object& document, const JsonSignature& signature,
                                                   crypto::Verifier& verifier);

}  // namespace agent_access::jose
