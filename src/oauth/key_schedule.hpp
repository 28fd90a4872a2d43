/// \file
/// The master secret from which all keys are derived, and a label for each use.
///
/// Each purpose has its own key: HKDF-SHA-256(master, salt = "agent-access", info = label). Labels are versioned and
/// never reused; a leaked purpose key reveals nothing about the master or another purpose.
///
/// Which key signs when, and which keys are published and accepted when. All depends on the master, the generation and
/// the time alone, so that replicas agree without communication.
///
/// Epoch e covers [e * rotation, (e + 1) * rotation). Its key signs within it and is published and accepted from one
/// epoch earlier until 960 s after its end: the token lifetime plus the clock skew allowed between replicas.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/protocol.hpp"
#include "base/result.hpp"
#include "base/secret.hpp"
#include "base/text.hpp"
#include "crypto/es256.hpp"
#include "oauth/types.hpp"

namespace agent_access::oauth {

inline constexpr std::size_t kMinMasterSize = protocol::kSecretBytes;

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
inline constexpr std::string_view kClientSecret = protocol::kClientSecretLabel;
inline constexpr std::string_view kFingerprint = "agent-access/fingerprint/v1";
inline constexpr std::string_view kTlsTickets = "agent-access/tls-tickets/v1";
/// "agent-access/token-key/v1/<generation>/<epoch>", both in decimal.
[[nodiscard]] std::string token_key(std::uint64_t generation, std::int64_t epoch);
}  // namespace label

inline constexpr std::chrono::seconds kRetirementDelay{protocol::kRetirementSeconds};
static_assert(kRetirementDelay == kTokenLifetime + kClockSkew);

struct ScheduledKey {
  KeyId key_id;
  crypto::PrivateKey key;
  Seconds signs_from;       ///< inclusive
  Seconds signs_until;      ///< exclusive; equal to signs_from for a key that only verifies
  Seconds published_from;   ///< inclusive
  Seconds published_until;  ///< exclusive; the key is accepted exactly while it is published
};

/// The keys that are published at one time, in order of time. Immutable, shared by threads.
class KeySchedule {
 public:
  /// The derived keys of the previous (until 960 s after the boundary), the current and the next epoch, for each master
  /// in `masters`: the first signs, the keys of the others are published and accepted only, so that a change of the
  /// master invalidates no token. `rotation` must be positive (no_keys otherwise); the configuration requires an hour
  /// or more. Below 960 s more than one earlier epoch is still published.
  [[nodiscard]] static base::Result<KeySchedule, KeyFault> derive(std::span<const MasterSecret> masters,
                                                                  std::uint64_t generation,
                                                                  std::chrono::seconds rotation, Seconds now);
  /// Keys from files: the first signs, all are published and accepted, without end.
  [[nodiscard]] static base::Result<KeySchedule, KeyFault> from_pem(std::span<const base::SecretBytes> pems);

  [[nodiscard]] const std::vector<ScheduledKey>& keys() const noexcept { return keys_; }
  /// The key that signs at the time for which the schedule was built, and until next_rotation().
  [[nodiscard]] const ScheduledKey& signing_key() const noexcept;
  /// When this schedule must be built again (a boundary or a retirement); max for PEM keys.
  [[nodiscard]] Seconds valid_until() const noexcept { return valid_until_; }
  /// When the next key starts to sign; max for PEM keys.
  [[nodiscard]] Seconds next_rotation() const noexcept { return next_rotation_; }

 private:
  KeySchedule() = default;
  std::vector<ScheduledKey> keys_;
  Seconds valid_until_;
  Seconds next_rotation_;
};

/// The key of one epoch, for `keys --at` and for listings beyond the published window. no_keys when the rotation is not
/// positive or the epoch lies farther than 10^12 seconds from 1970.
[[nodiscard]] base::Result<ScheduledKey, KeyFault> derive_epoch_key(const MasterSecret& master,
                                                                    std::uint64_t generation,
                                                                    std::chrono::seconds rotation, std::int64_t epoch);

}  // namespace agent_access::oauth
