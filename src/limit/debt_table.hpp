/// \file
/// How much each key owes: GCRA's theoretical arrival times in a table of constant size.
///
/// Set-associative, in sets that nobody outside can aim at. An entry whose time is past owes nothing and may be
/// reused at once; when all entries of a set owe, a newcomer is charged to the set's common entry instead of pushing a
/// debtor out, so an address spray costs precision, never memory and never a debt.
/// Thread safety: shared by all workers; a set is locked for the few nanoseconds of one decision.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "limit/gcra.hpp"
#include "limit/keyed_hash.hpp"

namespace agent_access::limit {

/// What a debt belongs to: the hash of an address prefix, equal on every replica. Anybody can compute it.
using DebtKey = std::uint64_t;

/// One budget of several that a request is charged to.
struct Charge {
  DebtKey key;
  Rate rate;
};

/// A debt as it is told to the fleet.
struct Debt {
  DebtKey key;
  std::chrono::nanoseconds owed;  ///< arrival time minus now; not positive when all of it was paid since the charge
  /// What was charged here since the last telling: debts of replicas add up by it. Positive in a change, 0 in what
  /// retell_all() brings about.
  std::chrono::nanoseconds charged{};
};

class DebtTable {
 public:
  /// Most budgets that one request is charged to.
  static constexpr std::size_t kMostCharges = 4;

  /// `sets` is a power of two; each has eight entries. The default is 6.5 MiB. With `placement`, which must be
  /// unpredictable, a key's set is its keyed hash; without, its low bits, for keys that nobody can aim.
  explicit DebtTable(std::size_t sets = 32768, const std::optional<HashKey>& placement = std::nullopt);
  ~DebtTable();

  /// Charges when allowed; a denied request changes nothing.
  [[nodiscard]] Decision charge(DebtKey key, const Rate& rate, std::int64_t cost, Nanoseconds now) noexcept;
  /// The same for several budgets at once, at most kMostCharges: when one denies, none is charged. `decisions` gets
  /// what each said by itself and is as long as `charges`. Returns whether all allowed.
  [[nodiscard]] bool charge_all(std::span<const Charge> charges, std::int64_t cost, Nanoseconds now,
                                std::span<Decision> decisions) noexcept;
  /// Charges in any case, up to `rate.burst` requests beyond the present debt: the price of a failed attempt.
  void add(DebtKey key, const Rate& rate, std::int64_t cost, Nanoseconds now) noexcept;
  /// What a budget stands at; changes nothing. `is_allowed` speaks of a request that costs nothing.
  [[nodiscard]] Decision look(DebtKey key, const Rate& rate, Nanoseconds now) const noexcept;

  /// Takes what changed since the last call, at most `most` debts, for the fleet; the rest waits for the next call. One
  /// caller at a time. NOT told: debts of common entries, which belong to nobody that another replica could name.
  [[nodiscard]] std::vector<Debt> take_changes(std::size_t most, Nanoseconds now);
  /// Has take_changes() bring every debt that is owed, also what was told: for a fleet that keeps it under new names.
  void retell_all(Nanoseconds now) noexcept;
  /// Raises the debt of `key` to what the fleet knows; never lowers it. Not reported by take_changes. A set full of
  /// debtors takes no further one: its newcomers must not pay what was owed elsewhere.
  void merge(const Debt& debt, Nanoseconds now) noexcept;

  /// How often a set full of debtors had no entry for whoever was charged or looked up, since the start.
  [[nodiscard]] std::uint64_t times_full() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace agent_access::limit
