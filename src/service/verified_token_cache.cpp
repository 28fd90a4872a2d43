#include "service/verified_token_cache.hpp"

#include <array>
#include <atomic>
#include <bit>
#include <cstring>
#include <limits>

#include "base/zero_pages.hpp"

namespace agent_access::service {
namespace {

constexpr std::size_t kWays = 4;
constexpr std::size_t kDigestWords = 4;
constexpr std::size_t kWords = 11;

/// A slot's content: digest (4 words), key set, client id (2), token id (2), expiry, scopes.
using Words = std::array<std::uint64_t, kWords>;

std::int64_t expiry_of(const Words& words) noexcept { return std::bit_cast<std::int64_t>(words[9]); }

Words pack(const crypto::Digest& digest, std::uint64_t key_set_number, const CachedToken& token) noexcept {
  Words words{};
  std::memcpy(words.data(), digest.data(), digest.size());
  words[4] = key_set_number;
  std::memcpy(&words[5], token.client_id.bytes.data(), 16);
  std::memcpy(&words[7], token.token_id.bytes.data(), 16);
  words[9] = std::bit_cast<std::uint64_t>(static_cast<std::int64_t>(token.expires_at.time_since_epoch().count()));
  words[10] = token.scopes.bits();
  return words;
}

CachedToken unpack(const Words& words) noexcept {
  CachedToken token{};
  std::memcpy(token.client_id.bytes.data(), &words[5], 16);
  std::memcpy(token.token_id.bytes.data(), &words[7], 16);
  token.scopes = oauth::ScopeSet::of_bits(static_cast<std::uint32_t>(words[10]));
  token.expires_at = oauth::Seconds{std::chrono::seconds{expiry_of(words)}};
  return token;
}

bool has_digest(const Words& words, const crypto::Digest& digest) noexcept {
  static_assert(sizeof(crypto::Digest) == kDigestWords * sizeof(std::uint64_t));
  return std::memcmp(words.data(), digest.data(), digest.size()) == 0;
}

/// The rank by which slots are replaced, lowest first: empty, expired, of another key set (which another worker may
/// still use during a reload), then by expiry time.
std::int64_t rank_of(const std::optional<Words>& words, std::uint64_t key_set_number, oauth::Seconds now) noexcept {
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  if (!words) return kLeast;
  if (expiry_of(*words) <= now.time_since_epoch().count()) return kLeast + 1;
  if ((*words)[4] != key_set_number) return kLeast + 2;
  return expiry_of(*words);
}

/// One token under a sequence lock. The version is odd while a writer writes, and zero before the first write.
///
/// Every word is atomic, so reading during a write is not a data race. Readers load the words with acquire and writers
/// store them with release: a reader that loads one new word also sees the odd version stored before it, and discards
/// what it read. This needs no fence, which ThreadSanitizer does not support.
class Slot {
 public:
  [[nodiscard]] std::optional<Words> read() const noexcept {
    const std::uint64_t before = version_.load(std::memory_order_acquire);
    if (before == 0 || (before & 1U) != 0) return std::nullopt;
    Words words{};
    for (std::size_t i = 0; i < kWords; ++i) words[i] = words_[i].load(std::memory_order_acquire);
    if (version_.load(std::memory_order_relaxed) != before) return std::nullopt;
    return words;
  }

  /// Does nothing while another writer writes: the token is then verified again.
  void write(const Words& words) noexcept {
    std::uint64_t version = version_.load(std::memory_order_relaxed);
    if ((version & 1U) != 0) return;
    if (!version_.compare_exchange_strong(version, version + 1, std::memory_order_acq_rel, std::memory_order_relaxed)) {
      return;
    }
    for (std::size_t i = 0; i < kWords; ++i) words_[i].store(words[i], std::memory_order_release);
    version_.store(version + 2, std::memory_order_release);
  }

 private:
  std::atomic<std::uint64_t> version_{0};
  std::array<std::atomic<std::uint64_t>, kWords> words_{};
};

}  // namespace

struct VerifiedTokenCache::Table {
  using Set = std::array<Slot, kWays>;

  explicit Table(std::size_t capacity)
      : mask(std::bit_ceil(capacity < kWays ? std::size_t{1} : capacity / kWays) - 1), sets(mask + 1) {}

  /// A client that chooses tokens of one set only causes more verifications for that set.
  [[nodiscard]] Set& set_of(const crypto::Digest& digest) noexcept {
    std::uint64_t index = 0;
    std::memcpy(&index, digest.data(), sizeof index);
    return sets[index & mask];
  }

  std::size_t mask;
  base::ZeroPages<Set> sets;
};

VerifiedTokenCache::VerifiedTokenCache(std::size_t capacity) : table_(std::make_unique<Table>(capacity)) {}
VerifiedTokenCache::~VerifiedTokenCache() = default;

void VerifiedTokenCache::prefetch(const crypto::Digest& digest) const noexcept {
  constexpr std::size_t kCacheLine = 64;
  const auto* const begin = reinterpret_cast<const char*>(&table_->set_of(digest));
  for (std::size_t at = 0; at < sizeof(Table::Set); at += kCacheLine) __builtin_prefetch(begin + at);
}

std::optional<CachedToken> VerifiedTokenCache::find(const crypto::Digest& digest,
                                                    std::uint64_t key_set_number) const noexcept {
  for (const Slot& slot : table_->set_of(digest)) {
    const auto words = slot.read();
    if (words && has_digest(*words, digest) && (*words)[4] == key_set_number) return unpack(*words);
  }
  return std::nullopt;
}

void VerifiedTokenCache::insert(const crypto::Digest& digest, std::uint64_t key_set_number, const CachedToken& token,
                                oauth::Seconds now) noexcept {
  if (token.expires_at <= now) return;
  // The slot with the same digest, else the one of the lowest rank.
  Slot* chosen = nullptr;
  std::int64_t lowest = 0;
  for (Slot& slot : table_->set_of(digest)) {
    const auto words = slot.read();
    if (words && has_digest(*words, digest)) {
      chosen = &slot;
      break;
    }
    const std::int64_t rank = rank_of(words, key_set_number, now);
    if (chosen == nullptr || rank < lowest) {
      chosen = &slot;
      lowest = rank;
    }
  }
  // NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): a set has at least one slot
  chosen->write(pack(digest, key_set_number, token));
}

}  // namespace agent_access::service
