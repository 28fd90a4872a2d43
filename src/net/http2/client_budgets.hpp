/// \file
/// How many faults each client behind the trusted proxies may make on HTTP/2. A proxy sends the requests of many
/// clients over one connection, so the cost of a stream (guard.hpp) is charged to its client, with the budget and the
/// refill of a connection of its own. A client that has used up its budget is refused on every connection of the worker
/// until half of the debt is paid by time.
///
/// Bounded: 4096 debts of 32 bytes, an IPv6 /64 counting as one client, allocated with the first fault. When a set is
/// full, a new debt replaces the smallest of eight: many addresses cost precision, never memory. A paid debt uses no
/// entry.
///
/// Not thread safe: belongs to its worker's thread. NOT checked: who the client is, and what is a fault.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "base/ip_address.hpp"
#include "net/http2/guard.hpp"
#include "net/io/steady_time.hpp"

namespace agent_access::net::h2 {

class ClientBudgets {
 public:
  static constexpr std::size_t kSets = 512;
  static constexpr std::size_t kWays = 8;
  /// The time that pays one unit of the budget.
  static constexpr std::chrono::milliseconds kUnit = std::chrono::milliseconds(1'000) / Guard::kRefillPerSecond;
  static constexpr std::chrono::milliseconds kMostDebt = Guard::kBudget * kUnit;
  /// A refused client without further faults is served again after this time at the latest.
  static constexpr std::chrono::milliseconds kRefusal = kMostDebt / 2;

  /// Charges `cost` to the client's budget. Charges nothing when out of memory.
  void charge(const base::IpAddress& client, std::uint32_t cost, SteadyTime now) noexcept;
  /// A response was sent completely.
  void answered(const base::IpAddress& client, SteadyTime now) noexcept;
  /// The client has used up its budget.
  [[nodiscard]] bool refuses(const base::IpAddress& client, SteadyTime now) const noexcept;

 private:
  struct Debt {
    base::IpAddress client;
    SteadyTime paid_at;  ///< in the past: nothing is owed
    bool refused = false;
  };
  /// The debts that may be the client's; none before the first charge.
  [[nodiscard]] std::span<Debt> set_of(const base::IpAddress& client) const noexcept;
  /// The client's debt; null when it owes nothing.
  [[nodiscard]] Debt* find(const base::IpAddress& client, SteadyTime now) const noexcept;

  std::unique_ptr<Debt[]> debts_;
  SteadyTime all_paid_at_;  ///< the latest of all: a look-up is one comparison while there is no debt
};

}  // namespace agent_access::net::h2
