/// \file
/// How much each key owes: GCRA's theoretical arrival times in a table of constant size.
///
/// Set-associative; a secret hash key prevents chosen collisions. A debt whose time is past is paid, and another key
/// may have its place at once. When no debt of a set is paid, a new key is charged to the common debt of the set and
/// evicts none: requests from very many addresses cost precision, but neither memory nor a recorded debt. Thread
/// safety: shared by all workers; a set is locked for the few nanoseconds of one decision.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "limit/gcra.hpp"
#include "limit/siphash.hpp"

namespace agent_access::limit {

/// The owner of a debt: the hash of an address prefix. Not secret.
using DebtKey = std::uint64_t;

/// One budget of several that a request is charged to.
struct Charge {
  DebtKey key;
  Rate rate;
};

class DebtTable {
 public:
  /// Most budgets that one request is charged to.
  static constexpr std::size_t kMostCharges = 4;

  /// `sets` is a power of two; each has eight debts. The default is 4.5 MiB. With `placement`, which must be
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

  /// How often since the start a charged or looked up key found no room in its set.
  [[nodiscard]] std::uint64_t times_full() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace agent_access::limit
