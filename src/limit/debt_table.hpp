/// \file
/// How much each key owes: GCRA's theoretical arrival times in a table of constant size.
///
/// Set-associative; a secret hash key prevents chosen collisions. An entry whose time is past owes nothing and may be
/// reused at once. When all entries of a set owe, a new key is charged to the common entry of the set and evicts none:
/// requests from very many addresses cost precision, but neither memory nor a recorded debt.
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

/// The owner of a debt: the hash of an address prefix, equal on every replica. Not secret.
using DebtKey = std::uint64_t;

/// One budget of several that a request is charged to.
struct Charge {
  DebtKey key;
  Rate rate;
};

/// A debt as it is sent to the fleet.
struct Debt {
  DebtKey key;
  std::chrono::nanoseconds owed;  ///< arrival time minus now; not positive when all of it was paid since the charge
  /// Charged here since it was last sent: the part that adds to the debts of other replicas. Positive in a change, 0
  /// after resend_all().
  std::chrono::nanoseconds charged{};
};

class DebtTable {
 public:
  /// Most budgets that one request is charged to.
  static constexpr std::size_t kMostCharges = 4;

  /// `sets` is a power of two; each has eight entries. The default is 6.5 MiB. With `placement`, which must be
  /// unpredictable, the set of a key is its keyed hash. Without, it is the low bits of the key: only for keys that no
  /// client can choose.
  explicit DebtTable(std::size_t sets = 32768, const std::optional<HashKey>& placement = std::nullopt);
  ~DebtTable();

  /// Charges when allowed; a denied request changes nothing.
  [[nodiscard]] Decision charge(DebtKey key, const Rate& rate, std::int64_t cost, Nanoseconds now) noexcept;
  /// The same for several budgets at once, at most kMostCharges: when one denies, none is charged. `decisions` gets the
  /// decision of each budget and is as long as `charges`. Returns whether all allowed.
  [[nodiscard]] bool charge_all(std::span<const Charge> charges, std::int64_t cost, Nanoseconds now,
                                std::span<Decision> decisions) noexcept;
  /// Charges in any case, up to `rate.burst` requests beyond the present debt: the extra cost of a failed attempt.
  void add(DebtKey key, const Rate& rate, std::int64_t cost, Nanoseconds now) noexcept;
  /// The present state of a budget; changes nothing. `is_allowed` is for a request of cost 0.
  [[nodiscard]] Decision look(DebtKey key, const Rate& rate, Nanoseconds now) const noexcept;

  /// Returns what changed since the last call, at most `most` debts, for the fleet; the rest stays for the next call.
  /// One caller at a time. NOT included: debts of common entries, which belong to no single key.
  [[nodiscard]] std::vector<Debt> take_changes(std::size_t most, Nanoseconds now);
  /// Makes take_changes() return every debt that is owed, also those that were sent: for new key names in Redis.
  void resend_all(Nanoseconds now) noexcept;
  /// Raises the debt of `key` to the debt in the fleet; never lowers it. take_changes does not return it. Ignored when
  /// every entry of the set owes: other keys must not pay this debt through the common entry.
  void merge(const Debt& debt, Nanoseconds now) noexcept;

  /// How often since the start a charged or looked up key found every entry of its set in debt.
  [[nodiscard]] std::uint64_t times_full() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace agent_access::limit
