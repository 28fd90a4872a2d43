#include "limit/debt_table.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <functional>
#include <mutex>
#include <thread>

#include "base/zero_pages.hpp"

namespace agent_access::limit {

namespace {

constexpr std::size_t kEntries = 8;
constexpr std::size_t kBitsOfWord = 64;
constexpr int kSpins = 64;

// Both begin as zero bytes (base::ZeroPages). Time 0 of a monotonic clock is in the past.
struct Entry {
  DebtKey key = 0;
  Nanoseconds arrival{};  ///< in the past: owes nothing and may be reused
  Nanoseconds pending{};  ///< charged and not yet sent to the fleet
};

struct Set {
  std::array<Entry, kEntries> entries;
  Nanoseconds common{};  ///< the shared debt of keys without an entry while every entry owes
  std::atomic<bool> is_locked{false};
  std::uint8_t changed = 0;  ///< a bit for each entry that is not yet sent to the fleet
  std::uint8_t resend = 0;   ///< likewise, to be sent again even if it did not change

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

struct DebtTable::State {
  State(std::size_t count, const std::optional<HashKey>& key)
      : mask(std::bit_ceil(std::max<std::size_t>(count, 1)) - 1), placement(key), sets(mask + 1) {}

  std::size_t mask;
  std::optional<HashKey> placement;
  base::ZeroPages<Set> sets;
  /// A bit for each set with changes. Written under the set's lock after `changed`, cleared before the lock is taken to
  /// read it, so that no change is missed.
  std::vector<std::atomic<std::uint64_t>> touched = std::vector<std::atomic<std::uint64_t>>(mask / kBitsOfWord + 1);
  /// A bit for each set that ever held a debt: pages of the others are never touched.
  std::vector<std::atomic<std::uint64_t>> used = std::vector<std::atomic<std::uint64_t>>(mask / kBitsOfWord + 1);
  std::size_t next_set = 0;  ///< where take_changes continues, so that busy sets do not starve others
  std::atomic<std::uint64_t> times_full{0};

  [[nodiscard]] std::size_t index_of(DebtKey key) const noexcept {
    const std::uint64_t place = placement ? keyed_hash(*placement, bytes_of(key)) : key;
    return static_cast<std::size_t>(place) & mask;
  }

  static void mark(std::vector<std::atomic<std::uint64_t>>& bits, std::size_t index) noexcept {
    const std::uint64_t bit = std::uint64_t{1} << index % kBitsOfWord;
    std::atomic<std::uint64_t>& word = bits[index / kBitsOfWord];
    if ((word.load(std::memory_order_relaxed) & bit) == 0) word.fetch_or(bit, std::memory_order_relaxed);
  }
  void touch(std::size_t index) noexcept {
    mark(touched, index);
    mark(used, index);
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

  /// Its set is locked.
  void store(std::size_t index, DebtKey key, Nanoseconds arrival, Nanoseconds now) noexcept {
    Set& set = sets[index];
    Entry* const place = set.place_of(key, now);
    if (place == nullptr) {
      set.common = std::max(set.common, arrival);
      return;
    }
    const bool is_known = place->key == key;
    const Nanoseconds before = is_known ? std::max(place->arrival, now) : now;
    *place = {key, arrival, plus(is_known ? place->pending : Nanoseconds::zero(), minus(arrival, before))};
    set.changed |= static_cast<std::uint8_t>(1U << (place - set.entries.data()));
    touch(index);
  }

  /// Appends the changes of one set; what exceeds `most` stays for the next call.
  void take_from(std::size_t index, std::size_t most, Nanoseconds now, std::vector<Debt>& taken) {
    Set& set = sets[index];
    const std::lock_guard lock(set);
    for (std::size_t i = 0; i < kEntries; ++i) {
      const auto bit = static_cast<std::uint8_t>(1U << i);
      const bool is_resent = (set.resend & bit) != 0;
      if ((set.changed & bit) == 0 && !is_resent) continue;
      if (taken.size() == most) return touch(index);
      set.changed = static_cast<std::uint8_t>(set.changed & ~bit);
      set.resend = static_cast<std::uint8_t>(set.resend & ~bit);
      Entry& entry = set.entries[i];
      const bool is_owed = is_resent && entry.arrival > now;
      if (entry.pending > Nanoseconds::zero() || is_owed) {
        taken.push_back({entry.key, minus(entry.arrival, now), entry.pending});
      }
      entry.pending = Nanoseconds::zero();
    }
  }

  void mark_for_resending(std::size_t index, Nanoseconds now) noexcept {
    Set& set = sets[index];
    const std::lock_guard lock(set);
    for (std::size_t i = 0; i < kEntries; ++i) {
      if (set.entries[i].arrival > now) set.resend |= static_cast<std::uint8_t>(1U << i);
    }
    if (set.resend != 0) touch(index);
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
  std::array<std::size_t, kMostCharges> indices{};
  for (std::size_t i = 0; i < charges.size(); ++i) {
    indices[i] = state_->index_of(charges[i].key);
    locks.take(state_->sets[indices[i]]);
  }
  locks.lock();
  std::array<Nanoseconds, kMostCharges> arrivals{};
  bool is_allowed = true;
  for (std::size_t i = 0; i < charges.size(); ++i) {
    arrivals[i] = state_->arrival_of(state_->sets[indices[i]], charges[i].key, now);
    decisions[i] = decide(arrivals[i], charges[i].rate, cost, now);
    is_allowed = is_allowed && decisions[i].is_allowed;
  }
  if (!is_allowed) return false;
  for (std::size_t i = 0; i < charges.size(); ++i) state_->store(indices[i], charges[i].key, arrivals[i], now);
  return true;
}

void DebtTable::add(DebtKey key, const Rate& rate, std::int64_t cost, Nanoseconds now) noexcept {
  const std::size_t index = state_->index_of(key);
  Set& set = state_->sets[index];
  const std::lock_guard lock(set);
  const Nanoseconds present = std::max(state_->arrival_of(set, key, now), now);
  state_->store(index, key, plus(present, times(rate.interval, std::min(cost, rate.burst))), now);
}

Decision DebtTable::look(DebtKey key, const Rate& rate, Nanoseconds now) const noexcept {
  Set& set = state_->sets[state_->index_of(key)];
  const std::lock_guard lock(set);
  Nanoseconds arrival = state_->arrival_of(set, key, now);
  return decide(arrival, rate, 0, now);
}

std::vector<Debt> DebtTable::take_changes(std::size_t most, Nanoseconds now) {
  std::vector<Debt> taken;
  const std::size_t words = state_->touched.size();
  std::size_t& next = state_->next_set;
  // One more than the number of words: the sets before the first one in its word come last.
  for (std::size_t looked = 0; looked <= words; ++looked) {
    const std::size_t word = next / kBitsOfWord;
    const std::uint64_t from = ~std::uint64_t{0} << next % kBitsOfWord;
    std::uint64_t bits = state_->touched[word].fetch_and(~from, std::memory_order_relaxed) & from;
    for (; bits != 0; bits &= bits - 1) {
      next = word * kBitsOfWord + static_cast<std::size_t>(std::countr_zero(bits));
      if (taken.size() == most) {
        state_->touched[word].fetch_or(bits, std::memory_order_relaxed);
        return taken;
      }
      state_->take_from(next, most, now, taken);
    }
    next = (word + 1) % words * kBitsOfWord;
  }
  return taken;
}

void DebtTable::merge(const Debt& debt, Nanoseconds now) noexcept {
  if (debt.owed <= Nanoseconds::zero()) return;
  const std::size_t index = state_->index_of(debt.key);
  Set& set = state_->sets[index];
  const std::lock_guard lock(set);
  Entry* const place = set.place_of(debt.key, now);
  if (place == nullptr) return;
  State::mark(state_->used, index);
  const Nanoseconds arrival = plus(now, debt.owed);
  if (place->key == debt.key) {
    place->arrival = std::max(place->arrival, arrival);
    return;
  }
  set.changed = static_cast<std::uint8_t>(set.changed & ~(1U << (place - set.entries.data())));
  *place = {debt.key, arrival, Nanoseconds::zero()};
}

void DebtTable::resend_all(Nanoseconds now) noexcept {
  for (std::size_t word = 0; word < state_->used.size(); ++word) {
    std::uint64_t bits = state_->used[word].load(std::memory_order_relaxed);
    for (; bits != 0; bits &= bits - 1) {
      state_->mark_for_resending(word * kBitsOfWord + static_cast<std::size_t>(std::countr_zero(bits)), now);
    }
  }
}

std::uint64_t DebtTable::times_full() const noexcept { return state_->times_full.load(std::memory_order_relaxed); }

}  // namespace agent_access::limit
