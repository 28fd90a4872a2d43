/// \file
/// Issuing access tokens: RFC 9068 claims in a JWS with ES256, RFC 6749 section 4.4. An instance belongs to one thread.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/ports.hpp"
#include "base/result.hpp"
#include "oauth/client.hpp"
#include "oauth/key_schedule.hpp"
#include "oauth/scope.hpp"
#include "oauth/types.hpp"

namespace agent_access::oauth {

/// A token request as the endpoint read it, whatever its encoding. Empty means absent (RFC 6749 erratum 5708).
struct TokenRequest {
  std::string_view grant_type;
  std::string_view client_id;
  std::string_view client_secret;
  std::string_view scope = {};  ///< ignored if no scopes are declared
};

struct IssuedToken {
  std::string access_token;  ///< compact JWS
  ClientId client_id;
  TokenId token_id;
  Seconds expires_at;
  ScopeSet scopes;
  std::string_view key_id;            ///< valid as long as the issuer
  bool used_previous_master = false;  ///< by the client's secret; set by issue_token()
};

/// Prepares the constant parts of every token once for each base URL and key.
class TokenIssuer {
 public:
  /// no_keys when the schedule has no signing key.
  [[nodiscard]] static base::Result<TokenIssuer, KeyFault> create(const KeySchedule& schedule,
                                                                  std::span<const BaseUrl> base_urls,
                                                                  const Scopes& scopes = {});
  TokenIssuer(TokenIssuer&&) noexcept;
  TokenIssuer& operator=(TokenIssuer&&) noexcept;
  ~TokenIssuer();

  /// Signs for an authenticated client. `base_url` is an index into the base URLs given to create(). The key is the one
  /// whose epoch holds `now`; the last key of the schedule when `now` lies beyond it, the first when before.
  /// unavailable without entropy, for an index out of range and for a clock before 1970. NOT checked: that `client_id`
  /// was authenticated.
  [[nodiscard]] base::Result<IssuedToken, TokenFault> issue(const ClientId& client_id, ScopeSet granted,
                                                            std::size_t base_url, Seconds now, base::Random& random);

  /// The scopes of the deployment, as given to create().
  [[nodiscard]] const Scopes& scopes() const noexcept;

 private:
  struct State;  // the signing keys with their encoded headers, the constant parts of the claims, a buffer
  explicit TokenIssuer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// The token endpoint without HTTP. Checks grant type, presence of credentials, credentials and scope, then signs.
[[nodiscard]] base::Result<IssuedToken, TokenFault> issue_token(const TokenRequest& request, std::size_t base_url,
                                                                Seconds now, ClientAuthority& clients,
                                                                TokenIssuer& issuer, base::Random& random);

}  // namespace agent_access::oauth
