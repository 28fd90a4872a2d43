/// \file
/// Which key signs when, and which keys are published and accepted when. All depends on the master, the generation and
/// the time alone, so that replicas agree without communication.
///
/// Epoch e covers [e * rotation, (e + 1) * rotation). Its key signs within it and is published and accepted from one
/// epoch earlier until 960 s after its end: the token lifetime plus the clock skew allowed between replicas.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "crypto/es256.hpp"
#include "oauth/fault.hpp"
#include "oauth/master.hpp"
#include "oauth/types.hpp"

namespace agent_access::oauth {

inline constexpr std::chrono::seconds kRetirementDelay{960};

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
  /// Calls PublicKey::precompute for each key whose epoch has begun. Takes some 20 ms for each new key: not for a
  /// thread that serves requests. Other threads may use the schedule meanwhile. A failure only means slower
  /// verification.
  void precompute(Seconds now) const noexcept;
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
