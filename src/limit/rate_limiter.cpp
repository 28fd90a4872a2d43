#include "limit/rate_limiter.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

#include "base/protocol.hpp"

namespace agent_access::limit {
namespace {

/// The prefix lengths that are charged, each with its factor; an IPv4 address has only the first level, with all its
/// bits.
constexpr auto& kLevels = protocol::kIpv6Levels;
constexpr std::uint8_t kCeilingLevel = 0;
/// Not secret: the table hashes the key again for its sets.
constexpr HashKey kDebtName{};

Rate rate_of(std::int64_t requests, Nanoseconds window) noexcept {
  return {std::max(window / requests, Nanoseconds{1}), requests};
}

std::int64_t factor_of(const Policy& policy, const base::IpAddress& client) noexcept {
  for (const WideNetwork& wide : policy.wide_networks) {
    if (wide.network.contains(client)) return wide.factor;
  }
  return 1;
}

DebtKey key_of(const base::IpAddress& address, std::uint8_t level, Nanoseconds window) noexcept {
  std::array<std::byte, 1 + 16 + 8> bytes{};
  bytes[0] = std::byte{level};
  std::memcpy(&bytes[1], address.bytes.data(), address.bytes.size());
  const auto count = bytes_of(static_cast<std::uint64_t>(window.count()));
  std::memcpy(&bytes[17], count.data(), count.size());
  return keyed_hash(kDebtName, bytes);
}

/// The decision with the least remaining; of equal ones, the one with the longest reset.
const Decision& tightest(std::span<const Decision> decisions) noexcept {
  return *std::ranges::min_element(decisions, [](const Decision& left, const Decision& right) {
    if (left.is_allowed != right.is_allowed) return right.is_allowed;
    if (left.retry_after != right.retry_after) return left.retry_after > right.retry_after;
    if (left.remaining != right.remaining) return left.remaining < right.remaining;
    return left.reset > right.reset;
  });
}

}  // namespace

/// Those of one address.
struct RateLimiter::Budgets {
  std::array<Charge, DebtTable::kMostCharges> charges{};
  std::size_t client_levels = 0;  ///< the first of `charges`; 1 for IPv4
  std::size_t count = 0;          ///< with the ceiling
  std::int64_t limit = 0;         ///< of the address

  Budgets(const Policy& policy, const base::IpAddress& client) noexcept
      : limit(policy.requests * factor_of(policy, client)) {
    const std::size_t levels = client.is_ipv4() ? 1 : kLevels.size();
    for (const auto& [bits, factor] : std::span(kLevels).first(levels)) {
      const auto level = static_cast<std::uint8_t>(bits);
      charges[client_levels++] = {key_of(client.prefix(level), level, policy.window),
                                  rate_of(limit * factor, policy.window)};
    }
    count = client_levels;
  }
  void add_ceiling(const Policy& policy) noexcept {
    if (policy.ceiling == 0) return;
    charges[count++] = {key_of({}, kCeilingLevel, policy.window), rate_of(policy.ceiling, policy.window)};
  }

  [[nodiscard]] std::span<const Charge> all() const noexcept { return std::span(charges).first(count); }
  [[nodiscard]] RefusedBy refused_by(std::span<const Decision> decisions) const noexcept {
    for (std::size_t i = 0; i < count; ++i) {
      if (decisions[i].is_allowed) continue;
      if (i == 0) return RefusedBy::address;
      return i < client_levels ? RefusedBy::network : RefusedBy::ceiling;
    }
    return RefusedBy::nobody;
  }
};

Verdict RateLimiter::charge(const Policy& policy, const base::IpAddress& client, Nanoseconds now) noexcept {
  Budgets budgets(policy, client);
  budgets.add_ceiling(policy);
  std::array<Decision, DebtTable::kMostCharges> all;
  const std::span<Decision> decisions = std::span(all).first(budgets.count);
  const bool is_allowed = table_.charge_all(budgets.all(), 1, now, decisions);
  return {.refused_by = budgets.refused_by(decisions),
          .limit = budgets.limit,
          .window = policy.window,
          .decision = tightest(is_allowed ? decisions.first(budgets.client_levels) : decisions)};
}

Verdict RateLimiter::charge_failure(const Policy& policy, const base::IpAddress& client, std::int64_t cost,
                                    Nanoseconds now) noexcept {
  const Budgets budgets(policy, client);
  std::array<Decision, DebtTable::kMostCharges> all;
  for (std::size_t i = 0; i < budgets.client_levels; ++i) {
    const auto& [key, rate] = budgets.charges[i];
    table_.add(key, rate, cost, now);
    all[i] = table_.look(key, rate, now);
    // A debt beyond the burst refuses the next request, not this one.
    all[i].is_allowed = true;
    all[i].retry_after = Nanoseconds::zero();
  }
  return {.limit = budgets.limit,
          .window = policy.window,
          .decision = tightest(std::span(all).first(budgets.client_levels))};
}

}  // namespace agent_access::limit
