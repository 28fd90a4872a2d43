/// \file
/// Accepting access tokens: RFC 6750, RFC 9068 section 4. Only BearerVerifier makes an AccessGrant.
/// An instance belongs to one thread.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "oauth/jwt.hpp"
#include "oauth/key_schedule.hpp"
#include "oauth/scope.hpp"
#include "oauth/types.hpp"

namespace agent_access::oauth {

/// What a valid token permits: the scopes, of which there is at least one.
class AccessGrant {
 public:
  [[nodiscard]] const ClientId& client_id() const noexcept { return client_id_; }
  /// `jti`, if it is a UUID, as that of every token issued here.
  [[nodiscard]] const std::optional<TokenId>& token_id() const noexcept { return token_id_; }
  [[nodiscard]] Seconds expires_at() const noexcept { return expires_at_; }
  [[nodiscard]] ScopeSet scopes() const noexcept { return scopes_; }

 private:
  friend class BearerVerifier;
  AccessGrant(const ClientId& client_id, const std::optional<TokenId>& token_id, ScopeSet scopes, Seconds expires_at)
      : client_id_(client_id), token_id_(token_id), scopes_(scopes), expires_at_(expires_at) {}
  ClientId client_id_;
  std::optional<TokenId> token_id_;
  ScopeSet scopes_;
  Seconds expires_at_;
};

/// Key ID and token ID of a verified token, for the log.
struct BearerTrace {
  std::string_view key_id;  ///< valid as long as the verifier
  std::string token_id;
};

struct VerifiedBearer {
  AccessGrant grant;
  BearerTrace trace;
};
/// Maps a fault of the JWT. A value outside the enum is malformed_token, so that it is refused too.
[[nodiscard]] BearerFault bearer_fault(oauth::JwtFault fault) noexcept;

class BearerVerifier {
 public:
  [[nodiscard]] static base::Result<BearerVerifier, KeyFault> create(const KeySchedule& schedule,
                                                                     std::span<const BaseUrl> base_urls,
                                                                     const Scopes& scopes = {});

  /// Checks in this order: size, shape, header, typ, kid, signature, claims; the key's window holds `now`; exp present
  /// and now < exp, no leeway; iat not more than 60 s ahead; nbf, if present, not ahead; exp - iat at most
  /// kTokenLifetime; iss one of the base URLs; aud contains a base URL or its profile URL; sub == client_id, a UUID;
  /// jti present; scope contains a declared scope. NOT checked: that it is the one that the resource needs.
  [[nodiscard]] base::Result<VerifiedBearer, BearerFault> verify(std::string_view access_token, Seconds now);

  /// The grant of a token that this process verified or issued before and has cached by its digest: only the time is
  /// checked again. NOT checked: that the digest covers all bytes of the token; the caller must ensure it.
  [[nodiscard]] static base::Result<AccessGrant, BearerFault> recall(const ClientId& client_id, const TokenId& token_id,
                                                                     ScopeSet scopes, Seconds expires_at, Seconds now);

 private:
  /// When tokens of a key are accepted.
  struct Window {
    std::string key_id;
    Seconds from;   ///< inclusive
    Seconds until;  ///< exclusive
  };
  BearerVerifier() = default;
  [[nodiscard]] bool is_accepted(std::string_view key_id, Seconds now) const noexcept;

  std::vector<oauth::TrustedKey> keys_;
  std::vector<Window> windows_;
  std::vector<std::string> issuers_;
  std::vector<std::string> audiences_;
  Scopes scopes_;
};

/// The token in an Authorization value. The whole value must be "Bearer" in any case, one space, one b64token (RFC 6750
/// section 2.1); not_bearer otherwise.
[[nodiscard]] base::Result<std::string_view, BearerFault> parse_bearer(std::string_view authorization) noexcept;

/// Whether an Authorization value has credentials. Clients without a token send an empty one, or "Bearer" alone.
[[nodiscard]] bool has_credentials(std::string_view authorization) noexcept;

}  // namespace agent_access::oauth
