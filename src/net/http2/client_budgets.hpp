/// \file
/// How many faults each client behind the trusted proxies may make on HTTP/2. A proxy sends the requests of many
/// clients over one connection, so what a stream of such a connection costs (h2_guard.hpp) is its client's: the budget
/// and its refill are those that a connection of its own would have. A client that has used it up is refused from then
/// on, on every connection of the worker, until half of the debt is paid by time.
///
/// Bounded: 4096 debts of 32 bytes, an IPv6 /64 counting as one client, allocated with the first fault. Where a new one
/// finds no room, the smallest of eight debts is forgotten: many addresses cost precision, never memory. A debt that is
/// paid takes no room.
///
/// Not thread safe: belongs to its worker's thread. Not checked here: who the client is, and what is a fault.
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
  /// What one unit of the budget takes to be paid by time.
  static constexpr std::chrono::milliseconds kUnit = std::chrono::milliseconds(1'000) / Guard::kRefillPerSecond;
  static constexpr std::chrono::milliseconds kMostDebt = Guard::kBudget * kUnit;
  /// A refused client that makes no further fault is served again after this time at the latest.
  static constexpr std::chrono::milliseconds kRefusal = kMostDebt / 2;

  /// Takes `cost` from the client's budget. Where memory lacks, nothing is charged.
  void charge(const base::IpAddress& client, std::uint32_t cost, SteadyTime now) noexcept;
  /// A request was answered in full and the client took the answer.
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
  SteadyTime all_paid_at_;  ///< no debt reaches beyond: looking one up is a comparison while there is none
};

}  // namespace agent_access::net::h2
