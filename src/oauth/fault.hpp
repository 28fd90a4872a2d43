/// \file
/// Every way in which the protocol refuses, richer than the wire: service/fault_table has a row for each, without which
/// a new fault does not compile.
#pragma once

namespace agent_access::oauth {

/// Refusals of the token endpoint, in the order in which they are checked (decisions.md, "Order of checks").
enum class TokenFault {
  missing_grant_type,
  unsupported_grant_type,
  missing_client_id,
  missing_client_secret,
  invalid_client,  ///< malformed or foreign client_id, wrong secret: one answer for all
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
  not_bearer,         ///< another scheme, or not exactly one token68
  malformed_token,    ///< not a compact JWS we could have issued
  invalid_signature,  ///< unknown key or wrong signature
  invalid_claims,     ///< signed by us, yet not an access token of ours (iss, iat, client_id, ...)
  lives_too_long,     ///< exp - iat beyond kTokenLifetime: signed with the owner's key, not issued here
  expired,
  wrong_audience,
  insufficient_scope,
  unavailable,  ///< the token could not be judged: a failure of the crypto library
};

/// Refusals when keys are prepared at start or reload.
enum class KeyFault {
  secret_too_short,  ///< fewer than 32 bytes
  invalid_pem,       ///< unreadable, or no P-256 private key
  no_keys,
  unavailable,
};

}  // namespace agent_access::oauth
