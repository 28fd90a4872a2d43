/// \file
/// No list of clients is kept: the secret of a client is an HMAC of its ID, computed again for each check.
///
/// client_secret = base64url(HMAC-SHA-256(key, "agent-access/client-secret/v1" || 0x00 || 16 bytes of the id)), 43
/// characters; key = MasterSecret::derive(label::kClientSecret). An instance belongs to one thread.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ports.hpp"
#include "base/result.hpp"
#include "crypto/digest.hpp"
#include "oauth/key_schedule.hpp"
#include "oauth/types.hpp"

namespace agent_access::oauth {

/// The derived client-secret keys of the current and the previous masters, in that order. Immutable, shared by threads.
class ClientSecretKeys {
 public:
  [[nodiscard]] static base::Result<ClientSecretKeys, KeyFault> derive(std::span<const MasterSecret> masters);
  [[nodiscard]] const std::vector<base::SecretBytes>& keys() const noexcept { return keys_; }

 private:
  explicit ClientSecretKeys(std::vector<base::SecretBytes> keys) : keys_(std::move(keys)) {}
  std::vector<base::SecretBytes> keys_;
};

struct RegisteredClient {
  ClientId client_id;
  std::string client_secret;  ///< 43 characters of base64url
};

struct AuthenticatedClient {
  ClientId client_id;
  bool used_previous_master = false;  ///< the secret is derived from a previous master, not from the current one
};

class ClientAuthority {
 public:
  [[nodiscard]] static base::Result<ClientAuthority, KeyFault> create(const ClientSecretKeys& keys);

  /// A new client ID and its secret, made with the current master.
  [[nodiscard]] base::Result<RegisteredClient, RegistrationFault> register_client(base::Random& random);

  /// Returns the client when the secret is derived from one of the accepted masters; invalid_client otherwise. The work
  /// is the same for a malformed ID, an unknown ID, a malformed secret and a wrong secret: the secret of every master
  /// is computed and compared in constant time.
  [[nodiscard]] base::Result<AuthenticatedClient, TokenFault> authenticate(std::string_view client_id,
                                                                           std::string_view client_secret);

 private:
  explicit ClientAuthority(std::vector<crypto::HmacSha256> macs) : macs_(std::move(macs)) {}
  std::vector<crypto::HmacSha256> macs_;
};

/// RFC 7591 client_name as this service accepts it: valid UTF-8, 1 to 200 code points, no control character
/// (U+0000-001F, U+007F-009F).
[[nodiscard]] bool is_valid_client_name(std::string_view name) noexcept;

}  // namespace agent_access::oauth
