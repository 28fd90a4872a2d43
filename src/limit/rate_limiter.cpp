#include "limit/rate_limiter.hpp"

#include <algorithm>
#include <cstring>
#include <span>

#include "limit/saturating.hpp"

namespace agent_access::limit {

namespace {

/// The prefix lengths that are charged; an IPv4 address has only the first level, with all its bits.
struct Level {
  std::uint8_t bits;
  std::int64_t factor;
};
constexpr std::array kLevels = {Level{64, 1}, Level{56, 4}, Level{48, 16}};
constexpr std::uint8_t kCeilingLevel = 0;
/// The same in every replica of every fleet, so that a debt keeps its key when the master secret changes. Not secret:
/// the table hashes the key again for its sets, and the fleet for its names.
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

std::string_view name_of(RefusedBy refused_by) noexcept {
  switch (refused_by) {
    case RefusedBy::nobody:
      return {};
    case RefusedBy::address:
      return "rate_limited_address";
    case RefusedBy::network:
      return "rate_limited_network";
    case RefusedBy::ceiling:
      return "rate_limited_ceiling";
  }
  return {};
}

struct RateLimiter::Budgets {
  std::array<Charge, DebtTable::kMostCharges> charges;
  std::size_t own = 0;    ///< the client's
  std::size_t count = 0;  ///< with the ceiling
  std::int64_t limit = 0;

  [[nodiscard]] RefusedBy refused_by(std::span<const Decision> decisions) const noexcept {
    for (std::size_t i = 0; i < count; ++i) {
      if (decisions[i].is_allowed) continue;
      if (i == 0) return RefusedBy::address;
      return i < own ? RefusedBy::network : RefusedBy::ceiling;
    }
    return RefusedBy::nobody;
  }
};

DebtKey RateLimiter::key_of(const base::IpAddress& address, std::uint8_t level, Nanoseconds window) noexcept {
  std::array<std::byte, 1 + 16 + 8> bytes{};
  bytes[0] = std::byte{level};
  std::memcpy(&bytes[1], address.bytes.data(), address.bytes.size());
  const auto count = bytes_of(static_cast<std::uint64_t>(window.count()));
  std::memcpy(&bytes[17], count.data(), count.size());
  return keyed_hash(kDebtName, bytes);
}

RateLimiter::Budgets RateLimiter::budgets_of(const Policy& policy, const base::IpAddress& client) noexcept {
  Budgets budgets{};
  budgets.limit = policy.requests * factor_of(policy, client);
  const std::size_t levels = client.is_ipv4() ? 1 : kLevels.size();
  for (const Level& level : std::span(kLevels).first(levels)) {
    budgets.charges[budgets.own++] = {key_of(client.prefix(level.bits), level.bits, policy.window),
                                      rate_of(budgets.limit * level.factor, policy.window)};
  }
  budgets.count = budgets.own;
  if (policy.ceiling > 0) {
    budgets.charges[budgets.count++] = {key_of({}, kCeilingLevel, policy.window),
                                        rate_of(policy.ceiling, policy.window)};
  }
  return budgets;
}

Verdict RateLimiter::charge(const Policy& policy, const base::IpAddress& client, Nanoseconds now) noexcept {
  const Budgets budgets = budgets_of(policy, client);
  std::array<Decision, DebtTable::kMostCharges> all;
  const std::span<Decision> decisions = std::span(all).first(budgets.count);
  const bool is_allowed = table_.charge_all(std::span(budgets.charges).first(budgets.count), 1, now, decisions);
  Verdict verdict{budgets.refused_by(decisions), budgets.limit, policy.window, {}};
  verdict.decision = tightest(is_allowed ? decisions.first(budgets.own) : decisions);
  return verdict;
}

Verdict RateLimiter::surcharge(const Policy& policy, const base::IpAddress& client, std::int64_t cost,
                               Nanoseconds now) noexcept {
  const Budgets budgets = budgets_of(policy, client);
  std::array<Decision, DebtTable::kMostCharges> all;
  for (std::size_t i = 0; i < budgets.own; ++i) {
    const auto& [key, rate] = budgets.charges[i];
    table_.add(key, rate, cost, now);
    all[i] = table_.look(key, rate, now);
    // A debt beyond the burst refuses the next request, not this one.
    all[i].is_allowed = true;
    all[i].retry_after = Nanoseconds::zero();
  }
  return {RefusedBy::nobody, budgets.limit, policy.window, tightest(std::span(all).first(budgets.own))};
}

}  // namespace agent_access::limit
