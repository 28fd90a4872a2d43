#include "oauth/key_schedule.hpp"

#include <algorithm>

#include "base/hex.hpp"
#include "crypto/digest.hpp"

namespace agent_access::oauth {
namespace {

constexpr std::size_t kPurposeKeySize = 32;
constexpr std::size_t kFingerprintSize = 4;

using std::chrono::seconds;

/// Some 31,000 years: beyond every date of RFC 3339, far below the overflow of 64 bits.
constexpr std::int64_t kFarthest = 1'000'000'000'000;

KeyFault key_fault_of(crypto::CryptoFault fault) noexcept {
  return fault == crypto::CryptoFault::invalid_key ? KeyFault::invalid_pem : KeyFault::unavailable;
}

/// The epoch that contains a time; rounds down before 1970, too.
std::int64_t epoch_at(Seconds moment, seconds rotation) noexcept {
  const std::int64_t since = moment.time_since_epoch().count();
  const std::int64_t quotient = since / rotation.count();
  return since % rotation.count() < 0 ? quotient - 1 : quotient;
}

bool is_on_calendar(std::int64_t epoch, seconds rotation) noexcept {
  if (rotation <= seconds{0} || rotation.count() > kFarthest) return false;
  const std::int64_t farthest = kFarthest / rotation.count();
  return epoch >= -farthest && epoch <= farthest;
}

/// Two masters, or two files, with the same key must not put the same kid into the key set twice.
void add_unless_known(std::vector<ScheduledKey>& keys, ScheduledKey key) {
  const bool is_known = std::ranges::any_of(keys, [&key](const auto& known) { return known.key_id == key.key_id; });
  if (!is_known) keys.push_back(std::move(key));
}

}  // namespace

base::Result<MasterSecret, KeyFault> MasterSecret::parse(base::ByteView bytes) {
  if (bytes.size() < kMinMasterSize) return base::Failure<KeyFault>(KeyFault::secret_too_short);
  return MasterSecret(base::SecretBytes(bytes));
}

base::Result<base::SecretBytes, KeyFault> MasterSecret::derive(std::string_view label) const {
  auto key = crypto::hkdf_sha256(bytes_.reveal(), base::bytes_of(protocol::kDerivationSalt), base::bytes_of(label),
                                 kPurposeKeySize);
  if (!key) return base::Failure<KeyFault>(KeyFault::unavailable);
  return std::move(*key);
}

base::Result<std::string, KeyFault> MasterSecret::fingerprint() const {
  const auto key = derive(label::kFingerprint);
  if (!key) return base::Failure<KeyFault>(key.error());
  return base::to_hex(key->reveal().first(kFingerprintSize));
}

std::string label::token_key(std::uint64_t generation, std::int64_t epoch) {
  return std::string(protocol::kTokenKeyLabel) + "/" + std::to_string(generation) + "/" + std::to_string(epoch);
}

base::Result<ScheduledKey, KeyFault> derive_epoch_key(const MasterSecret& master, std::uint64_t generation,
                                                      seconds rotation, std::int64_t epoch) {
  if (!is_on_calendar(epoch, rotation)) return base::Failure<KeyFault>(KeyFault::no_keys);
  const auto seed = master.derive(label::token_key(generation, epoch));
  if (!seed) return base::Failure<KeyFault>(seed.error());
  auto key = crypto::PrivateKey::derive(seed->reveal());
  if (!key) return base::Failure<KeyFault>(KeyFault::unavailable);
  auto key_id = oauth::thumbprint(key->public_key());
  if (!key_id) return base::Failure<KeyFault>(KeyFault::unavailable);
  const Seconds signs_from{rotation * epoch};
  const Seconds signs_until = signs_from + rotation;
  return ScheduledKey{.key_id = std::move(*key_id),
                      .key = std::move(*key),
                      .signs_from = signs_from,
                      .signs_until = signs_until,
                      .published_from = signs_from - rotation,
                      .published_until = signs_until + kRetirementDelay};
}

base::Result<KeySchedule, KeyFault> KeySchedule::derive(std::span<const MasterSecret> masters, std::uint64_t generation,
                                                        seconds rotation, Seconds now) {
  if (masters.empty() || rotation <= seconds{0}) return base::Failure<KeyFault>(KeyFault::no_keys);
  const std::int64_t current = epoch_at(now, rotation);
  const std::int64_t oldest = epoch_at(now - kRetirementDelay, rotation);
  if (!is_on_calendar(oldest, rotation) || !is_on_calendar(current + 1, rotation)) {
    return base::Failure<KeyFault>(KeyFault::no_keys);
  }
  KeySchedule schedule;
  schedule.next_rotation_ = Seconds{rotation * (current + 1)};
  // At the boundary another key signs and the epoch after next is published; a retirement may come before it.
  schedule.valid_until_ = schedule.next_rotation_;
  for (std::int64_t epoch = oldest; epoch <= current + 1; ++epoch) {
    for (const auto& master : masters) {
      auto key = derive_epoch_key(master, generation, rotation, epoch);
      if (!key) return base::Failure<KeyFault>(key.error());
      if (&master != masters.data()) key->signs_until = key->signs_from;
      schedule.valid_until_ = std::min(schedule.valid_until_, key->published_until);
      add_unless_known(schedule.keys_, std::move(*key));
    }
  }
  return schedule;
}

const ScheduledKey& KeySchedule::signing_key() const noexcept {
  // Both ways to build a schedule add one such key.
  return *std::ranges::find_if(keys_, [this](const ScheduledKey& scheduled) {
    return scheduled.signs_from < scheduled.signs_until && scheduled.signs_until == next_rotation_;
  });
}

base::Result<KeySchedule, KeyFault> KeySchedule::from_pem(std::span<const base::SecretBytes> pems) {
  if (pems.empty()) return base::Failure<KeyFault>(KeyFault::no_keys);
  KeySchedule schedule;
  schedule.next_rotation_ = Seconds::max();
  schedule.valid_until_ = Seconds::max();
  for (const auto& pem : pems) {
    auto key = crypto::PrivateKey::from_pem(base::text_of(pem.reveal()));
    if (!key) return base::Failure<KeyFault>(key_fault_of(key.error()));
    auto key_id = oauth::thumbprint(key->public_key());
    if (!key_id) return base::Failure<KeyFault>(KeyFault::unavailable);
    const bool signs = &pem == pems.data();
    add_unless_known(schedule.keys_, ScheduledKey{.key_id = std::move(*key_id),
                                                  .key = std::move(*key),
                                                  .signs_from = Seconds::min(),
                                                  .signs_until = signs ? Seconds::max() : Seconds::min(),
                                                  .published_from = Seconds::min(),
                                                  .published_until = Seconds::max()});
  }
  return schedule;
}

}  // namespace agent_access::oauth
