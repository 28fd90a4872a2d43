/// \file
/// The coarse limit of a client address: which budgets a request is charged to, and the combined decision.
///
/// An IPv4 address has one budget. An IPv6 address is charged to its /64 (the least that a provider assigns to a
/// customer), to its /56 with four times and to its /48 with sixteen times that budget, so that changing the address
/// within a delegated prefix gains little. A request is charged to all of them, and to the ceiling of all clients where
/// there is one, or to none. A debt belongs to a window: after a reload with another window every client starts without
/// debt; other changes of the policy apply to the present debts.
///
/// Thread safety: shared by all workers; see debt_table.hpp. NOT checked here: who the client is (http/client_address).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/ip_address.hpp"
#include "limit/debt_table.hpp"

namespace agent_access::limit {

/// A network whose addresses each have a multiple of the budget: many clients behind few addresses.
struct WideNetwork {
  base::Network network;
  std::int64_t factor;

  bool operator==(const WideNetwork&) const = default;
};

/// The settings. Passed with each charge, so that a reload takes effect at once.
struct Policy {
  std::int64_t requests = 0;  ///< of one address in a window; 0: nothing is limited
  Nanoseconds window = std::chrono::seconds{60};
  std::vector<WideNetwork> wide_networks = {};  ///< the first that holds an address counts
  base::TrustedProxies trusted = {};            ///< proxies that may name the client
  std::int64_t ceiling = 0;                     ///< of all clients together in a window; 0: none

  [[nodiscard]] bool is_enabled() const noexcept { return requests > 0; }
  bool operator==(const Policy&) const = default;
};

/// The budget that refused the request.
enum class RefusedBy : std::uint8_t { nobody, address, network, ceiling };

/// The decision for the client; about the ceiling only when that refused.
struct Verdict {
  RefusedBy refused_by = RefusedBy::nobody;
  std::int64_t limit = 0;  ///< requests of this address in a window
  Nanoseconds window{};
  Decision decision{};  ///< of the budget with the least left

  [[nodiscard]] bool is_allowed() const noexcept { return refused_by == RefusedBy::nobody; }
};

class RateLimiter {
 public:
  /// The key is random and used by this process only. `sets` as in DebtTable.
  explicit RateLimiter(const HashKey& key, std::size_t sets = 32768) : table_(sets, key) {}

  /// Charges one request. Precondition: the policy is enabled.
  [[nodiscard]] Verdict charge(const Policy& policy, const base::IpAddress& client, Nanoseconds now) noexcept;
  /// Charges the extra cost of a failed attempt, whether or not the budget allows it. The ceiling is not charged.
  [[nodiscard]] Verdict charge_failure(const Policy& policy, const base::IpAddress& client, std::int64_t cost,
                                       Nanoseconds now) noexcept;

  /// For the metrics.
  [[nodiscard]] DebtTable& table() noexcept { return table_; }

 private:
  struct Budgets;

  DebtTable table_;
};

}  // namespace agent_access::limit
