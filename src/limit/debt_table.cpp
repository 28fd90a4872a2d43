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

constexpr std::size_t kDebts = 8;
constexpr int kSpins = 64;

// Both begin as zero bytes (base::ZeroPages). Time 0 of a monotonic clock is in the past.
struct Debt {
  DebtKey key = 0;
  Nanoseconds arrival{};  ///< in the past: owes nothing and may be reused
};

struct Set {
  std::array<Debt, kDebts> debts;
  Nanoseconds common{};  ///< the shared debt of keys without one of their own while all of them owe
  std::atomic<bool> is_locked{false};

  // A decision takes nanoseconds. Others wait longer only when the holder was preempted; then they yield.
  void lock() noexcept {
    for (int spins = 0; is_locked.exchange(true, std::memory_order_acquire); ++spins) {
      if (spins >= kSpins) std::this_thread::yield();
    }
  }
  void unlock() noexcept { is_locked.store(false, std::memory_order_release); }

  /// The debt of `key`, else one that owes nothing, else null.
  [[nodiscard]] Debt* debt_of(DebtKey key, Nanoseconds now) noexcept {
    Debt* vacant = nullptr;
    for (Debt& debt : debts) {
      if (debt.key == key) return &debt;
      if (debt.arrival <= now && vacant == nullptr) vacant = &debt;
    }
    return vacant;
  }
  void store(DebtKey key, Nanoseconds arrival, Nanoseconds now) noexcept {
    if (Debt* const own = debt_of(key, now)) {
      *own = {key, arrival};
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
    const Debt* const own = set.debt_of(key, now);
    if (own == nullptr) {
      times_full.fetch_add(1, std::memory_order_relaxed);
      return set.common;
    }
    return own->key == key ? own->arrival : Nanoseconds::min();
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
