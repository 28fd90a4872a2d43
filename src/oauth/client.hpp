/// \file
/// Clients without records: the secret of a client is an HMAC of its id and is computed again whenever it is needed.
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
#include "oauth/fault.hpp"
#include "oauth/master.hpp"
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

class ClientAuthority {
 public:
  [[nodiscard]] static base::Result<ClientAuthority, KeyFault> create(const ClientSecretKeys& keys);

  /// A fresh id and its secret, made with the current master.
  [[nodiscard]] base::Result<RegisteredClient, RegistrationFault> register_client(base::Random& random);

  /// The client when the secret is the one derived from any accepted master; invalid_client otherwise. The work is the
  /// same for a malformed id, an unknown id, a malformed secret and a wrong secret: every master is computed and
  /// compared in constant time.
  [[nodiscard]] base::Result<ClientId, TokenFault> authenticate(std::string_view client_id,
                                                                std::string_view client_secret);

 private:
  explicit ClientAuthority(std::vector<crypto::HmacSha256> macs) : macs_(std::move(macs)) {}
  std::vector<crypto::HmacSha256> macs_;
};

/// RFC 7591 client_name as this service takes it: valid UTF-8, 1 to 200 code points, none of them a control character
/// (U+0000-001F, U+007F-009F).
[[nodiscard]] bool is_valid_client_name(std::string_view name) noexcept;

}  // namespace agent_access::oauth
