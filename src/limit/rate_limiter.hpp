/// \file
/// The coarse limit of a client address: which budgets a request is charged to, and the combined decision.
///
/// An IPv4 address has one budget. An IPv6 address is charged to its /64 (the least that a provider assigns to a
/// customer), to its /56 with four times and to its /48 with sixteen times that budget, so that changing the address
/// within a delegated prefix gains little. A request is charged to all of them, and to the ceiling of all clients where
/// there is one, or to none. A debt belongs to a window: after a reload with another window every client starts without
/// debt; other changes of the policy apply to the present debts.
///
/// A resource may have a limit of its own, which replaces the general one for its requests: they are charged to budgets
/// of that resource and to the ceiling. A failed attempt there is charged to both, as a whole to the general budget;
/// and a client whose failed attempts exceed the general budget is refused there, too. So a high limit of its own does
/// not allow more guesses, and requests that succeed never use up the other budget. Thread safety: shared by all
/// workers; see debt_table.hpp. NOT checked here: who the client is (http/client_address).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/ip_address.hpp"
#include "limit/debt_table.hpp"
#include "limit/keyed_hash.hpp"

namespace agent_access::limit {

/// A network whose addresses each have a multiple of the budget: many clients behind few addresses.
struct WideNetwork {
  base::Network network;
  std::int64_t factor;
};

/// The limit of one resource. Its debts have names of their own, which depend on the resource and its window only.
struct ResourceLimit {
  std::uint64_t name = 0;     ///< of the resource
  std::int64_t requests = 1;  ///< of one address in a window; at least 1
  Nanoseconds window = std::chrono::seconds{60};

  /// `path` names the resource.
  [[nodiscard]] static ResourceLimit of(std::string_view path, std::int64_t requests, Nanoseconds window) noexcept;
};

/// The settings. Passed with each charge, so that a reload takes effect at once.
struct Policy {
  std::int64_t requests = 0;  ///< of one address in a window; 0: nothing is limited
  Nanoseconds window = std::chrono::seconds{60};
  std::vector<WideNetwork> wide_networks;                          ///< the first that holds an address counts
  base::TrustedProxies trusted = {};                               ///< proxies that may name the client
  std::int64_t ceiling = 0;                                        ///< of all clients together in a window; 0: none
  std::vector<std::optional<ResourceLimit>> resource_limits = {};  ///< by the index of the resource; others have none

  /// Whether requests without a limit of their own are limited.
  [[nodiscard]] bool is_enabled() const noexcept { return requests > 0; }
  /// Null if the resource has none.
  [[nodiscard]] const ResourceLimit* resource_limit_of(std::size_t resource) const noexcept {
    return resource < resource_limits.size() && resource_limits[resource] ? &*resource_limits[resource] : nullptr;
  }
};

/// The budget that refused the request. `failures`: the general one, at a resource with a limit of its own.
enum class RefusedBy : std::uint8_t { nobody, address, network, ceiling, failures };
inline constexpr std::array kRefusingBudgets = {RefusedBy::address, RefusedBy::network, RefusedBy::ceiling,
                                                RefusedBy::failures};

/// "rate_limited_address", for logs and metrics; empty for `nobody`.
[[nodiscard]] std::string_view name_of(RefusedBy refused_by) noexcept;

/// A limit as it applies to one address.
struct Quota {
  std::int64_t limit = 0;  ///< requests in a window; 0: no such limit
  Nanoseconds window{};
};

/// The decision for the client; about the ceiling only when that refused.
struct Verdict {
  RefusedBy refused_by = RefusedBy::nobody;
  std::int64_t limit = 0;  ///< requests of this address in a window
  Nanoseconds window{};
  Decision decision{};               ///< of the budget with the least left
  bool is_of_resource = false;       ///< limit, window and decision are those of the resource, not the general ones
  Quota other = {};                  ///< the other limit that applies at this resource
  bool was_charged_to_both = false;  ///< the request was charged under the general limit and under that of its resource

  [[nodiscard]] bool is_allowed() const noexcept { return refused_by == RefusedBy::nobody; }
};

class RateLimiter {
 public:
  /// The key is random and used by this process only. `sets` as in DebtTable.
  explicit RateLimiter(const HashKey& key, std::size_t sets = 32768) : table_(sets, key) {}

  /// Charges one request. `resource_limit`: the limit of its resource, null if that has none. Precondition: the policy
  /// is enabled, or there is such a limit.
  [[nodiscard]] Verdict charge(const Policy& policy, const base::IpAddress& client, Nanoseconds now,
                               const ResourceLimit* resource_limit = nullptr) noexcept;
  /// Charges a request to the limit of its resource, too, which became known after it was charged under the general
  /// one. `general`: the verdict on that, which allowed it; nothing if there is no general limit. Not the ceiling
  /// again.
  [[nodiscard]] Verdict charge_resource_limit(const Policy& policy, const base::IpAddress& client, Nanoseconds now,
                                              const ResourceLimit& resource_limit,
                                              const std::optional<Verdict>& general) noexcept;
  /// Charges the extra cost of a failed attempt, whether or not the budget allows it. The ceiling is not charged.
  /// `was_charged_to_both`: of the verdict on the request.
  [[nodiscard]] Verdict charge_failure(const Policy& policy, const base::IpAddress& client, std::int64_t cost,
                                       Nanoseconds now, const ResourceLimit* resource_limit = nullptr,
                                       bool was_charged_to_both = false) noexcept;

  /// For the metrics.
  [[nodiscard]] DebtTable& table() noexcept { return table_; }

 private:
  struct Budgets;
  /// What is left of budgets after `cost` was added to each. Never a refusal.
  [[nodiscard]] Decision add(const Budgets& budgets, std::int64_t cost, Nanoseconds now) noexcept;
  /// What the general budgets owe beyond their burst, if they do.
  [[nodiscard]] std::optional<Decision> refused_for_failures(const Budgets& general, Nanoseconds now) const noexcept;

  DebtTable table_;
};

}  // namespace agent_access::limit
