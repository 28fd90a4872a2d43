/// \file
/// The master secret from which all keys are derived, and a label for each use.
///
/// Each purpose has its own key: HKDF-SHA-256(master, salt = "agent-access", info = label). Labels are versioned and
/// never reused; a leaked purpose key reveals nothing about the master or another purpose.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/bytes.hpp"
#include "base/result.hpp"
#include "base/secret.hpp"
#include "oauth/fault.hpp"

namespace agent_access::oauth {

inline constexpr std::size_t kMinMasterSize = 32;

class MasterSecret {
 public:
  /// At least 32 bytes, any content; secret_too_short otherwise. The bytes are used as they are.
  [[nodiscard]] static base::Result<MasterSecret, KeyFault> parse(base::ByteView bytes);

  /// 32 bytes for one purpose.
  [[nodiscard]] base::Result<base::SecretBytes, KeyFault> derive(std::string_view label) const;

  /// Eight hex characters that let an operator distinguish two secrets; derived with a label of its own.
  [[nodiscard]] base::Result<std::string, KeyFault> fingerprint() const;

  /// For the check that it is not in a published document.
  [[nodiscard]] base::ByteView reveal() const noexcept { return bytes_.reveal(); }

  [[nodiscard]] MasterSecret duplicate() const { return MasterSecret(bytes_.duplicate()); }

 private:
  explicit MasterSecret(base::SecretBytes bytes) : bytes_(std::move(bytes)) {}
  base::SecretBytes bytes_;
};

namespace label {
inline constexpr std::string_view kClientSecret = "agent-access/client-secret/v1";
inline constexpr std::string_view kFingerprint = "agent-access/fingerprint/v1";
/// For replicas that share limits: the key that hashes the owner of a debt, and the prefix of the keys in Redis.
inline constexpr std::string_view kLimitHash = "agent-access/limit-hash/v2";
inline constexpr std::string_view kLimitPrefix = "agent-access/limit-prefix/v2";
inline constexpr std::string_view kTlsTickets = "agent-access/tls-tickets/v1";
/// "agent-access/token-key/v1/<generation>/<epoch>", both in decimal.
[[nodiscard]] std::string token_key(std::uint64_t generation, std::int64_t epoch);
}  // namespace label

}  // namespace agent_access::oauth
