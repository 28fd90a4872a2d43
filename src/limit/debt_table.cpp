#include "limit/debt_table.hpp"

#include <atomic>
#include <bit>
#include <cstring>
#include <functional>
#include <mutex>
#include <thread>

#include "base/zero_pages.hpp"

namespace agent_access::limit {
namespace {

constexpr std::size_t kWord = 8;

using Word = std::span<const std::byte, kWord>;

/// Little-endian on every machine, so that replicas agree.
std::uint64_t load(Word bytes) noexcept {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes.data(), kWord);
  return std::endian::native == std::endian::little ? word : std::byteswap(word);
}

/// The last bytes, fewer than eight.
std::uint64_t load_rest(std::span<const std::byte> bytes) noexcept {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) word |= std::to_integer<std::uint64_t>(bytes[i]) << 8 * i;
  return word;
}

struct State {
  std::uint64_t v0, v1, v2, v3;

  void round() noexcept {
    v0 += v1;
    v1 = std::rotl(v1, 13) ^ v0;
    v0 = std::rotl(v0, 32);
    v2 += v3;
    v3 = std::rotl(v3, 16) ^ v2;
    v0 += v3;
    v3 = std::rotl(v3, 21) ^ v0;
    v2 += v1;
    v1 = std::rotl(v1, 17) ^ v2;
    v2 = std::rotl(v2, 32);
  }
  void take(std::uint64_t word) noexcept {
    v3 ^= word;
    round();
    round();
    v0 ^= word;
  }
};

constexpr std::size_t kEntries = 8;
constexpr int kSpins = 64;

// Both begin as zero bytes (base::ZeroPages). Time 0 of a monotonic clock is in the past.
struct Entry {
  DebtKey key = 0;
  Nanoseconds arrival{};  ///< in the past: owes nothing and may be reused
};

struct Set {
  std::array<Entry, kEntries> entries;
  Nanoseconds common{};  ///< the shared debt of keys without an entry while every entry owes
  std::atomic<bool> is_locked{false};

  // A decision takes nanoseconds. Others wait longer only when the holder was preempted; then they yield.
  void lock() noexcept {
    for (int spins = 0; is_locked.exchange(true, std::memory_order_acquire); ++spins) {
      if (spins >= kSpins) std::this_thread::yield();
    }
  }
  void unlock() noexcept { is_locked.store(false, std::memory_order_release); }

  /// The entry of `key`, else one that owes nothing, else null.
  [[nodiscard]] Entry* place_of(DebtKey key, Nanoseconds now) noexcept {
    Entry* vacant = nullptr;
    for (Entry& entry : entries) {
      if (entry.key == key) return &entry;
      if (entry.arrival <= now && vacant == nullptr) vacant = &entry;
    }
    return vacant;
  }
  void store(DebtKey key, Nanoseconds arrival, Nanoseconds now) noexcept {
    if (Entry* const place = place_of(key, now)) {
      *place = {key, arrival};
    } else {
      common = std::max(common, arrival);
    }
  }
};

/// Locks the sets of several keys, each once and in the order of their addresses, which prevents a deadlock.
class Locks {
 public:
  void take(Set& set) noexcept {
    const auto at = std::lower_bound(sets_.begin(), end(), &set, std::less<>{});
    if (at != end() && *at == &set) return;
    std::move_backward(at, end(), end() + 1);
    *at = &set;
    ++count_;
  }
  void lock() noexcept {
    std::for_each(sets_.begin(), end(), [](Set* set) { set->lock(); });
  }
  ~Locks() {
    std::for_each(sets_.begin(), end(), [](Set* set) { set->unlock(); });
  }
  Locks() = default;
  Locks(const Locks&) = delete;
  Locks& operator=(const Locks&) = delete;

 private:
  std::array<Set*, DebtTable::kMostCharges>::iterator end() noexcept {
    return sets_.begin() + static_cast<std::ptrdiff_t>(count_);
  }
  std::array<Set*, DebtTable::kMostCharges> sets_{};
  std::size_t count_ = 0;
};

}  // namespace

std::uint64_t keyed_hash(const HashKey& key, std::span<const std::byte> bytes) noexcept {
  const std::span halves(key);
  const std::uint64_t k0 = load(halves.first<kWord>());
  const std::uint64_t k1 = load(halves.subspan<kWord>());
  State state{k0 ^ 0x736f6d6570736575U, k1 ^ 0x646f72616e646f6dU, k0 ^ 0x6c7967656e657261U, k1 ^ 0x7465646279746573U};
  const std::uint64_t length = bytes.size();
  for (; bytes.size() >= kWord; bytes = bytes.subspan(kWord)) state.take(load(bytes.first<kWord>()));
  state.take(load_rest(bytes) | length << 56);
  state.v2 ^= 0xff;
  for (int i = 0; i < 4; ++i) state.round();
  return state.v0 ^ state.v1 ^ state.v2 ^ state.v3;
}

struct DebtTable::State {
  State(std::size_t count, const std::optional<HashKey>& key)
      : mask(std::bit_ceil(std::max<std::size_t>(count, 1)) - 1), placement(key), sets(mask + 1) {}

  std::size_t mask;
  std::optional<HashKey> placement;
  base::ZeroPages<Set> sets;
  std::atomic<std::uint64_t> times_full{0};

  [[nodiscard]] Set& set_of(DebtKey key) noexcept {
    const std::uint64_t place = placement ? keyed_hash(*placement, bytes_of(key)) : key;
    return sets[static_cast<std::size_t>(place) & mask];
  }

  /// The arrival time of `key`, its own or the common one. Its set is locked.
  [[nodiscard]] Nanoseconds arrival_of(Set& set, DebtKey key, Nanoseconds now) noexcept {
    const Entry* const place = set.place_of(key, now);
    if (place == nullptr) {
      times_full.fetch_add(1, std::memory_order_relaxed);
      return set.common;
    }
    return place->key == key ? place->arrival : Nanoseconds::min();
  }
};

DebtTable::DebtTable(std::size_t sets, const std::optional<HashKey>& placement)
    : state_(std::make_unique<State>(sets, placement)) {}
DebtTable::~DebtTable() = default;

Decision DebtTable::charge(DebtKey key, const Rate& rate, std::int64_t cost, Nanoseconds now) noexcept {
  const Charge only{key, rate};
  Decision decision;
  static_cast<void>(charge_all({&only, 1}, cost, now, {&decision, 1}));
  return decision;
}

bool DebtTable::charge_all(std::span<const Charge> charges, std::int64_t cost, Nanoseconds now,
                           std::span<Decision> decisions) noexcept {
  Locks locks;
  std::array<Set*, kMostCharges> sets{};
  for (std::size_t i = 0; i < charges.size(); ++i) {
    sets[i] = &state_->set_of(charges[i].key);
    locks.take(*sets[i]);
  }
  locks.lock();
  std::array<Nanoseconds, kMostCharges> arrivals{};
  bool is_allowed = true;
  for (std::size_t i = 0; i < charges.size(); ++i) {
    arrivals[i] = state_->arrival_of(*sets[i], charges[i].key, now);
    decisions[i] = decide(arrivals[i], charges[i].rate, cost, now);
    is_allowed = is_allowed && decisions[i].is_allowed;
  }
  if (!is_allowed) return false;
  for (std::size_t i = 0; i < charges.size(); ++i) sets[i]->store(charges[i].key, arrivals[i], now);
  return true;
}

void DebtTable::add(DebtKey key, const Rate& rate, std::int64_t cost, Nanoseconds now) noexcept {
  Set& set = state_->set_of(key);
  const std::lock_guard lock(set);
  const Nanoseconds present = std::max(state_->arrival_of(set, key, now), now);
  set.store(key, plus(present, times(rate.interval, std::min(cost, rate.burst))), now);
}

Decision DebtTable::look(DebtKey key, const Rate& rate, Nanoseconds now) const noexcept {
  Set& set = state_->set_of(key);
  const std::lock_guard lock(set);
  Nanoseconds arrival = state_->arrival_of(set, key, now);
  return decide(arrival, rate, 0, now);
}

std::uint64_t DebtTable::times_full() const noexcept { return state_->times_full.load(std::memory_order_relaxed); }

}  // namespace agent_access::limit
