/// \file
/// How much each key owes: GCRA's theoretical arrival times in a table of constant size.
///
/// Set-associative; a secret hash key prevents chosen collisions. An entry whose time is past owes nothing and may be
/// reused at once. When all entries of a set owe, a new key is charged to the common entry of the set and evicts none:
/// requests from very many addresses cost precision, but neither memory nor a recorded debt.
/// Thread safety: shared by all workers; a set is locked for the few nanoseconds of one decision.
///
/// The generic cell rate algorithm: a token bucket kept as one time, the theoretical arrival time (TAT). Integer
/// nanoseconds of a monotonic clock, saturating. Pure, thread safe.
///
/// A request of `cost` is allowed if and only if max(now, TAT) + cost * interval - now <= burst * interval; then that
/// sum is the new TAT. A denied request leaves it unchanged.
///
/// SipHash-2-4 (Aumasson and Bernstein, 2012): the secret key prevents chosen collisions, so that a client cannot
/// choose whose set it shares. Pure; thread safe. NOT a MAC to authenticate messages.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace agent_access::limit {

/// Since an arbitrary start, monotonic.
using Nanoseconds = std::chrono::nanoseconds;

// Saturating arithmetic.

/// The limit at which a result that does not fit saturates.
[[nodiscard]] constexpr Nanoseconds end_of_time(bool is_past) noexcept {
  return is_past ? Nanoseconds::min() : Nanoseconds::max();
}

[[nodiscard]] constexpr Nanoseconds plus(Nanoseconds left, Nanoseconds right) noexcept {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(left.count(), right.count(), &sum)) return end_of_time(right.count() < 0);
  return Nanoseconds{sum};
}

[[nodiscard]] constexpr Nanoseconds minus(Nanoseconds left, Nanoseconds right) noexcept {
  std::int64_t difference = 0;
  if (__builtin_sub_overflow(left.count(), right.count(), &difference)) return end_of_time(right.count() > 0);
  return Nanoseconds{difference};
}

[[nodiscard]] constexpr Nanoseconds times(Nanoseconds one, std::int64_t count) noexcept {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(one.count(), count, &product)) return end_of_time((one.count() < 0) != (count < 0));
  return Nanoseconds{product};
}

struct Rate {
  Nanoseconds interval;    ///< between two requests in the long run
  std::int64_t burst = 1;  ///< requests at once after a long pause
};

struct Decision {
  bool is_allowed = true;
  std::int64_t remaining = 0;  ///< requests of cost 1 that would be allowed now
  Nanoseconds reset{};         ///< until the whole burst is there again
  Nanoseconds retry_after{};   ///< until this request would be allowed; zero when it was
};

/// Decides and, when allowed, advances `arrival`.
[[nodiscard]] inline Decision decide(Nanoseconds& arrival, const Rate& rate, std::int64_t cost,
                                     Nanoseconds now) noexcept {
  // A rate without an interval limits nothing, and must not be a divisor.
  if (rate.interval <= Nanoseconds::zero()) return {true, rate.burst, Nanoseconds::zero(), Nanoseconds::zero()};
  const Nanoseconds owed = std::max(minus(arrival, now), Nanoseconds::zero());
  const Nanoseconds capacity = times(rate.interval, rate.burst);
  const Nanoseconds wanted = plus(owed, times(rate.interval, std::max<std::int64_t>(cost, 0)));

  Decision decision;
  decision.is_allowed = wanted <= capacity;
  decision.reset = owed;
  if (decision.is_allowed) {
    // Relative to `now` again, because the sum saturates: that may lose debt, but the result stays consistent.
    arrival = plus(now, wanted);
    decision.reset = wanted;
  } else {
    // More than the whole burst is never allowed, however long the client waits.
    decision.retry_after = cost > rate.burst ? Nanoseconds::max() : wanted - capacity;
  }
  decision.remaining = std::max(minus(capacity, decision.reset), Nanoseconds::zero()) / rate.interval;
  return decision;
}

/// 128 bits, unpredictable where chosen collisions must be prevented.
using HashKey = std::array<std::byte, 16>;

/// The eight bytes of a number, the lowest first on every machine.
[[nodiscard]] constexpr std::array<std::byte, 8> bytes_of(std::uint64_t number) noexcept {
  std::array<std::byte, 8> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(number >> 8 * i);
  return bytes;
}

[[nodiscard]] std::uint64_t keyed_hash(const HashKey& key, std::span<const std::byte> bytes) noexcept;

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

  /// `sets` is a power of two; each has eight entries. The default is 4.5 MiB. With `placement`, which must be
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

  /// How often since the start a charged or looked up key found every entry of its set in debt.
  [[nodiscard]] std::uint64_t times_full() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace agent_access::limit
