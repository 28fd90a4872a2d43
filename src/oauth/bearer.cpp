#include "oauth/bearer.hpp"

#include <algorithm>
#include <cstdint>

#include "base/ascii.hpp"
#include "base/lanes.hpp"

namespace agent_access::oauth {
namespace {

/// `exp` of a token that has not expired: the time "on or after which the JWT MUST NOT be accepted" (RFC 7519).
base::Result<Seconds, BearerFault> check_times(const oauth::Claims& claims, Seconds now) noexcept {
  using Failure = base::Failure<BearerFault>;
  const std::int64_t moment = now.time_since_epoch().count();
  if (!claims.expires_at) return Failure(BearerFault::invalid_claims);
  if (moment >= *claims.expires_at) return Failure(BearerFault::expired);
  if (!claims.issued_at || *claims.issued_at > moment + kClockSkew.count()) return Failure(BearerFault::invalid_claims);
  if (claims.not_before && *claims.not_before > moment) return Failure(BearerFault::invalid_claims);
  // Both are numbers from 0 on (oauth::verify), so the difference does not overflow.
  if (*claims.expires_at - *claims.issued_at > kTokenLifetime.count()) return Failure(BearerFault::lives_too_long);
  return Seconds{std::chrono::seconds{*claims.expires_at}};
}

bool contains(const std::vector<std::string>& known, const std::string& text) noexcept {
  return std::ranges::find(known, text) != known.end();
}

/// The client, which `sub` and `client_id` must agree on (RFC 9068 section 2.2 for client_credentials).
std::optional<ClientId> client_of(const oauth::Claims& claims) noexcept {
  if (!claims.client_id || claims.subject != claims.client_id) return std::nullopt;
  const auto client_id = base::parse_uuid(*claims.client_id);
  // Tokens have the one form in which ids are issued.
  if (!client_id || base::UuidText(*client_id).view() != *claims.client_id) return std::nullopt;
  return client_id;
}

/// b64token = 1*( ALPHA / DIGIT / "-" / "." / "_" / "~" / "+" / "/" ) *"=" (RFC 6750 section 2.1). Sixteen characters
/// at once, because each request has about 700 of them.
bool is_b64token(std::string_view text) noexcept {
  const std::string_view unpadded = text.substr(0, text.find_last_not_of('=') + 1);
  return !unpadded.empty() && base::all_in_lanes(unpadded, 'A', [](base::Lanes characters) {
    return base::in_range(characters | ('a' - 'A'), 'a', 'z') | base::in_range(characters, '-', '9') |
           (characters == '_') | (characters == '~') | (characters == '+');
  });
}

bool is_scheme(std::string_view text) noexcept {
  constexpr std::string_view kScheme = "bearer";
  return std::ranges::equal(text, kScheme, {}, base::lower);
}

}  // namespace

BearerFault bearer_fault(oauth::JwtFault fault) noexcept {
  switch (fault) {
    case oauth::JwtFault::too_large:
    case oauth::JwtFault::malformed:
    case oauth::JwtFault::invalid_header:
    case oauth::JwtFault::wrong_type: return BearerFault::malformed_token;
    case oauth::JwtFault::unknown_key:
    case oauth::JwtFault::invalid_signature: return BearerFault::invalid_signature;
    case oauth::JwtFault::invalid_claims: return BearerFault::invalid_claims;
    case oauth::JwtFault::unavailable: return BearerFault::unavailable;
  }
  return BearerFault::malformed_token;
}

base::Result<BearerVerifier, KeyFault> BearerVerifier::create(const KeySchedule& schedule,
                                                              std::span<const BaseUrl> base_urls,
                                                              const Scopes& scopes) {
  if (schedule.keys().empty()) return base::Failure<KeyFault>(KeyFault::no_keys);
  BearerVerifier bearer;
  for (const auto& scheduled : schedule.keys()) {
    auto verifier = crypto::Verifier::create(scheduled.key.public_key());
    if (!verifier) return base::Failure<KeyFault>(KeyFault::unavailable);
    bearer.keys_.push_back({scheduled.key_id.text(), std::move(*verifier)});
    bearer.windows_.push_back({scheduled.key_id.text(), scheduled.published_from, scheduled.published_until});
  }
  for (const auto& base_url : base_urls) {
    bearer.issuers_.push_back(base_url.text());
    bearer.audiences_.push_back(base_url.text());
    bearer.audiences_.push_back(base_url.text() + std::string(kProfilePath));
  }
  bearer.scopes_ = scopes;
  return bearer;
}

bool BearerVerifier::is_accepted(std::string_view key_id, Seconds now) const noexcept {
  return std::ranges::any_of(windows_, [key_id, now](const Window& window) {
    return window.key_id == key_id && window.from <= now && now < window.until;
  });
}

base::Result<VerifiedBearer, BearerFault> BearerVerifier::verify(std::string_view access_token, Seconds now) {
  using Failure = base::Failure<BearerFault>;
  const auto token = oauth::verify(access_token, keys_);
  if (!token) return Failure(bearer_fault(token.error()));
  // A schedule may still be in use after valid_until(): a key that retired meanwhile counts as unknown.
  if (!is_accepted(token->key_id(), now)) return Failure(BearerFault::invalid_signature);
  const oauth::Claims& claims = token->claims();
  const auto expires_at = check_times(claims, now);
  if (!expires_at) return Failure(expires_at.error());
  if (!claims.issuer || !contains(issuers_, *claims.issuer)) return Failure(BearerFault::invalid_claims);
  const bool is_for_us =
      std::ranges::any_of(claims.audience, [this](const auto& each) { return contains(audiences_, each); });
  if (!is_for_us) return Failure(BearerFault::wrong_audience);
  const auto client_id = client_of(claims);
  if (!client_id) return Failure(BearerFault::invalid_claims);
  if (!claims.token_id || claims.token_id->empty()) return Failure(BearerFault::invalid_claims);
  const ScopeSet scopes = claims.scope ? scopes_.known_in(*claims.scope) : ScopeSet();
  if (scopes.is_empty()) return Failure(BearerFault::insufficient_scope);
  return VerifiedBearer{.grant = AccessGrant(*client_id, base::parse_uuid(*claims.token_id), scopes, *expires_at),
                        .trace = {.key_id = token->key_id(), .token_id = *claims.token_id}};
}

base::Result<AccessGrant, BearerFault> BearerVerifier::recall(const ClientId& client_id, const TokenId& token_id,
                                                              ScopeSet scopes, Seconds expires_at, Seconds now) {
  if (now >= expires_at) return base::Failure<BearerFault>(BearerFault::expired);
  return AccessGrant(client_id, token_id, scopes, expires_at);
}

base::Result<std::string_view, BearerFault> parse_bearer(std::string_view authorization) noexcept {
  const auto refused = base::Failure<BearerFault>(BearerFault::not_bearer);
  const std::size_t space = authorization.find(' ');
  if (space == std::string_view::npos || !is_scheme(authorization.substr(0, space))) return refused;
  // credentials = "Bearer" 1*SP b64token (RFC 6750 section 2.1)
  const std::size_t begin = std::min(authorization.find_first_not_of(' ', space), authorization.size());
  const std::string_view token = authorization.substr(begin);
  if (!is_b64token(token)) return refused;
  return token;
}

bool has_credentials(std::string_view authorization) noexcept {
  return !authorization.empty() && !is_scheme(authorization);
}

}  // namespace agent_access::oauth
