/// \file
/// The types of the protocol, one for each kind of string, and its faults.
#pragma once

#include <chrono>
#include <string_view>

#include "base/base_url.hpp"
#include "base/ports.hpp"
#include "base/protocol.hpp"
#include "base/uuid.hpp"
#include "oauth/jwk.hpp"

namespace agent_access::oauth {

using base::Seconds;
using oauth::KeyId;

/// The identifier of a client: a UUID version 4. Public.
using ClientId = base::Uuid;
/// `iss` and the prefix of every published URL.
using base::BaseUrl;
/// `jti`.
using TokenId = base::Uuid;

using protocol::kGrantType;
using protocol::kProfilePath;
using protocol::kScope;
inline constexpr std::chrono::seconds kTokenLifetime{protocol::kTokenSeconds};
static_assert(kTokenLifetime == std::chrono::minutes{protocol::kTokenMinutes});
/// How far ahead of our clock `iat` may be: the clocks of replicas differ.
inline constexpr std::chrono::seconds kClockSkew{protocol::kClockSkewSeconds};

/// Every reason to refuse a request, in more detail than the response shows. service/fault_table has a row of the same
/// name for each: a new fault without a row does not compile. Refusals of the token endpoint, in the order in which
/// they are checked.
enum class TokenFault {
  missing_grant_type,
  unsupported_grant_type,
  missing_client_id,
  missing_client_secret,
  invalid_client,  ///< malformed or unknown client_id, wrong secret: the same response
  padded_secret,   ///< the same, and the secret begins or ends with white space
  invalid_scope,   ///< names a scope that is not declared, where scopes are
  unavailable,     ///< no entropy or a failure of the crypto library
};

/// Refusals at registration.
enum class RegistrationFault {
  invalid_client_name,  ///< not 1 to 200 characters of valid UTF-8 without control characters
  unavailable,
};

/// Refusals of a Bearer token.
enum class BearerFault {
  missing_token,      ///< no Authorization header
  token_in_query,     ///< the same, with an access_token in the query (RFC 6750 section 2.3), which is not read
  not_bearer,         ///< another scheme, or not exactly one token68
  malformed_token,    ///< not a compact JWS we could have issued
  invalid_signature,  ///< unknown key or wrong signature
  invalid_claims,     ///< signed with our key, but not our access token (iss, iat, client_id, ...)
  lives_too_long,     ///< exp - iat beyond kTokenLifetime: signed with the owner's key, not issued here
  expired,
  wrong_audience,
  insufficient_scope,
  unavailable,  ///< the token could not be verified: the crypto library failed
};

/// Refusals when keys are prepared at start or reload.
enum class KeyFault {
  secret_too_short,  ///< fewer than 32 bytes
  invalid_pem,       ///< unreadable, or no P-256 private key
  no_keys,
  unavailable,
};

}  // namespace agent_access::oauth
