#include "limit/rate_limiter.hpp"

#include <algorithm>
#include <cstring>
#include <span>

namespace agent_access::limit {

namespace {

/// The prefix lengths that are charged; an IPv4 address has only the first level, with all its bits.
struct Level {
  std::uint8_t bits;
  std::int64_t factor;
};
constexpr std::array kLevels = {Level{64, 1}, Level{56, 4}, Level{48, 16}};
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

/// Of a debt under the general limit, or under that of a resource.
DebtKey key_of(const base::IpAddress& address, std::uint8_t level, Nanoseconds window,
               const ResourceLimit* resource_limit) noexcept {
  constexpr std::size_t kGeneral = 1 + 16 + 8;
  std::array<std::byte, kGeneral + 8> bytes{};
  bytes[0] = std::byte{level};
  std::memcpy(&bytes[1], address.bytes.data(), address.bytes.size());
  const auto count = bytes_of(static_cast<std::uint64_t>(window.count()));
  std::memcpy(&bytes[17], count.data(), count.size());
  if (resource_limit == nullptr) return keyed_hash(kDebtName, std::span(bytes).first(kGeneral));
  const auto name = bytes_of(resource_limit->name);
  std::memcpy(&bytes[kGeneral], name.data(), name.size());
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

std::string_view name_of(RefusedBy refused_by) noexcept {
  constexpr std::array<std::string_view, 5> kNames = {"", "rate_limited_address", "rate_limited_network",
                                                      "rate_limited_ceiling", "rate_limited_failures"};
  const auto index = static_cast<std::size_t>(refused_by);
  return index < kNames.size() ? kNames[index] : std::string_view();
}

ResourceLimit ResourceLimit::of(std::string_view path, std::int64_t requests, Nanoseconds window) noexcept {
  return {keyed_hash(kDebtName, std::as_bytes(std::span(path))), requests, window};
}

/// Those of one address under one limit.
struct RateLimiter::Budgets {
  std::array<Charge, DebtTable::kMostCharges> charges{};
  std::size_t client_levels = 0;  ///< the first of `charges`; 1 for IPv4
  std::size_t count = 0;          ///< with the ceiling
  Quota quota{};

  /// `limit` null: the general one.
  Budgets(const Policy& policy, const base::IpAddress& client, const ResourceLimit* limit) noexcept {
    quota.limit = (limit != nullptr ? limit->requests : policy.requests) * factor_of(policy, client);
    quota.window = limit != nullptr ? limit->window : policy.window;
    const std::size_t levels = client.is_ipv4() ? 1 : kLevels.size();
    for (const Level& level : std::span(kLevels).first(levels)) {
      charges[client_levels++] = {key_of(client.prefix(level.bits), level.bits, quota.window, limit),
                                  rate_of(quota.limit * level.factor, quota.window)};
    }
    count = client_levels;
  }
  void add_ceiling(const Policy& policy) noexcept {
    if (!policy.is_enabled() || policy.ceiling == 0) return;
    charges[count++] = {key_of({}, kCeilingLevel, policy.window, nullptr), rate_of(policy.ceiling, policy.window)};
  }

  [[nodiscard]] std::span<const Charge> all() const noexcept { return std::span(charges).first(count); }
  [[nodiscard]] std::span<const Charge> of_client() const noexcept { return std::span(charges).first(client_levels); }
  [[nodiscard]] RefusedBy refused_by(std::span<const Decision> decisions) const noexcept {
    for (std::size_t i = 0; i < count; ++i) {
      if (decisions[i].is_allowed) continue;
      if (i == 0) return RefusedBy::address;
      return i < client_levels ? RefusedBy::network : RefusedBy::ceiling;
    }
    return RefusedBy::nobody;
  }
};

Decision RateLimiter::add(const Budgets& budgets, std::int64_t cost, Nanoseconds now) noexcept {
  std::array<Decision, DebtTable::kMostCharges> all;
  for (std::size_t i = 0; i < budgets.client_levels; ++i) {
    const auto& [key, rate] = budgets.charges[i];
    table_.add(key, rate, cost, now);
    all[i] = table_.look(key, rate, now);
    // A debt beyond the burst refuses the next request, not this one.
    all[i].is_allowed = true;
    all[i].retry_after = Nanoseconds::zero();
  }
  return tightest(std::span(all).first(budgets.client_levels));
}

std::optional<Decision> RateLimiter::refused_for_failures(const Budgets& general, Nanoseconds now) const noexcept {
  std::array<Decision, DebtTable::kMostCharges> all;
  // For a cost of 0: requests that were allowed never owe more than the burst, only failed attempts do.
  for (std::size_t i = 0; i < general.client_levels; ++i) {
    all[i] = table_.look(general.charges[i].key, general.charges[i].rate, now);
  }
  const Decision& decision = tightest(std::span(all).first(general.client_levels));
  return decision.is_allowed ? std::nullopt : std::optional(decision);
}

Verdict RateLimiter::charge(const Policy& policy, const base::IpAddress& client, Nanoseconds now,
                            const ResourceLimit* resource_limit) noexcept {
  Budgets budgets(policy, client, resource_limit);
  const Quota quota = budgets.quota;
  Quota other;
  if (resource_limit != nullptr && policy.is_enabled()) {
    const Budgets general(policy, client, nullptr);
    other = general.quota;
    if (const auto refused = refused_for_failures(general, now)) {
      return {.refused_by = RefusedBy::failures,
              .limit = other.limit,
              .window = other.window,
              .decision = *refused,
              .other = quota};
    }
  }
  budgets.add_ceiling(policy);
  std::array<Decision, DebtTable::kMostCharges> all;
  const std::span<Decision> decisions = std::span(all).first(budgets.count);
  const bool is_allowed = table_.charge_all(budgets.all(), 1, now, decisions);
  return {.refused_by = budgets.refused_by(decisions),
          .limit = quota.limit,
          .window = quota.window,
          .decision = tightest(is_allowed ? decisions.first(budgets.client_levels) : decisions),
          .is_of_resource = resource_limit != nullptr,
          .other = other};
}

Verdict RateLimiter::charge_resource_limit(const Policy& policy, const base::IpAddress& client, Nanoseconds now,
                                           const ResourceLimit& resource_limit,
                                           const std::optional<Verdict>& general) noexcept {
  const Budgets budgets(policy, client, &resource_limit);
  std::array<Decision, DebtTable::kMostCharges> all;
  const std::span<Decision> decisions = std::span(all).first(budgets.count);
  static_cast<void>(table_.charge_all(budgets.all(), 1, now, decisions));
  Verdict verdict{.refused_by = budgets.refused_by(decisions),
                  .limit = budgets.quota.limit,
                  .window = budgets.quota.window,
                  .decision = tightest(decisions),
                  .is_of_resource = true};
  if (!general) return verdict;
  verdict.other = {general->limit, general->window};
  verdict.was_charged_to_both = true;
  const std::array both = {verdict.decision, general->decision};
  if (&tightest(both) == both.data()) return verdict;
  return {.limit = general->limit,
          .window = general->window,
          .decision = general->decision,
          .other = budgets.quota,
          .was_charged_to_both = true};
}

Verdict RateLimiter::charge_failure(const Policy& policy, const base::IpAddress& client, std::int64_t cost,
                                    Nanoseconds now, const ResourceLimit* resource_limit,
                                    bool was_charged_to_both) noexcept {
  const auto verdict_of = [](const Quota& quota, const Decision& decision, bool is_of_resource, const Quota& other) {
    return Verdict{.limit = quota.limit,
                   .window = quota.window,
                   .decision = decision,
                   .is_of_resource = is_of_resource,
                   .other = other};
  };
  const Budgets budgets(policy, client, resource_limit);
  const Decision decision = add(budgets, cost, now);
  if (resource_limit == nullptr || !policy.is_enabled())
    return verdict_of(budgets.quota, decision, resource_limit != nullptr, {});
  const Budgets general(policy, client, nullptr);
  // With what the request itself costs, unless it was charged there, too.
  const std::array both = {decision, add(general, was_charged_to_both ? cost : cost + 1, now)};
  const bool is_of_resource = &tightest(both) == both.data();
  return is_of_resource ? verdict_of(budgets.quota, both[0], true, general.quota)
                        : verdict_of(general.quota, both[1], false, budgets.quota);
}

}  // namespace agent_access::limit
