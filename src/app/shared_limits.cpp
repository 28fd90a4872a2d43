#include "app/shared_limits.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace agent_access::app {
namespace {

constexpr int kWindowsOfDebt = 8;
constexpr std::size_t kPrefixBytes = 8;

std::chrono::nanoseconds steady_now() { return std::chrono::steady_clock::now().time_since_epoch(); }

void report(ops::Log& log, bool in_step, std::string_view reason) {
  if (in_step) return log.write(ops::Level::info, "shared_limits_in_step", {});
  log.write(ops::Level::warn, "shared_limits_lost", {{"reason", reason}});
}

}  // namespace

base::Result<FleetKeys, oauth::KeyFault> derive_fleet_keys(const oauth::MasterSecret& master) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const auto hash = master.derive(oauth::label::kLimitHash);
  const auto prefix = master.derive(oauth::label::kLimitPrefix);
  if (!hash || !prefix) return base::Failure(oauth::KeyFault::unavailable);
  FleetKeys keys{};
  std::ranges::copy(hash->reveal().first(keys.hash.size()), keys.hash.begin());
  // In braces, so that a Redis cluster keeps all keys in one slot.
  keys.prefix = "aa:{";
  for (const std::byte byte : prefix->reveal().first(kPrefixBytes)) {
    keys.prefix.push_back(kDigits[std::to_integer<std::size_t>(byte >> 4)]);
    keys.prefix.push_back(kDigits[std::to_integer<std::size_t>(byte & std::byte{0x0f})]);
  }
  keys.prefix += "}:";
  return keys;
}

std::chrono::nanoseconds longest_debt(const limit::Policy& policy) noexcept {
  return std::min<std::chrono::nanoseconds>(policy.window, std::chrono::hours{24}) * kWindowsOfDebt;
}

SharedLimits::SharedLimits(fleet::RedisTarget target, std::string prefix, const limit::Policy& policy,
                           limit::RateLimiter& limiter, ops::Log& log)
    : reconciler_(std::move(target), limiter.table(),
                  fleet::ReconcilerOptions{.key_prefix = std::move(prefix), .longest_debt = longest_debt(policy)},
                  steady_now, [&log](bool in_step, std::string_view reason) { report(log, in_step, reason); }) {}

std::unique_ptr<SharedLimits> SharedLimits::start(const Config& config, const oauth::MasterSecret& master,
                                                  const limit::Policy& policy, limit::RateLimiter& limiter,
                                                  ops::Log& log) {
  if (config.limit_shared.empty()) return nullptr;
  auto target = fleet::parse_redis_url(config.limit_shared);
  auto keys = derive_fleet_keys(master);
  if (!target || !keys) {
    report(log, false, "the keys cannot be derived");
    return nullptr;
  }
  std::unique_ptr<SharedLimits> shared(
      new SharedLimits(std::move(*target), std::move(keys->prefix), policy, limiter, log));
  if (shared->reconciler_.start()) return shared;
  report(log, false, "the system gives no thread or descriptor for it");
  return nullptr;
}

ops::SharedLimitGauges SharedLimits::read_gauges() const {
  const auto& status = reconciler_.status();
  ops::SharedLimitGauges gauges;
  for (std::size_t i = 0; i < fleet::kFleetStateCount; ++i) {
    const auto state = static_cast<fleet::FleetState>(i);
    gauges.states.emplace_back(name(state), status.state() == state);
  }
  for (std::size_t i = 0; i < fleet::kRedisFaultCount; ++i) {
    const auto fault = static_cast<fleet::RedisFault>(i);
    gauges.failures.emplace_back(name(fault), status.failures(fault));
  }
  gauges.batches = status.batches();
  gauges.told = status.told();
  gauges.merged = status.merged();
  gauges.dropped = status.dropped();
  const auto last = status.last_success();
  if (last > std::chrono::nanoseconds::zero()) {
    gauges.last_success_age_seconds = std::chrono::duration<double>(steady_now() - last).count();
  }
  return gauges;
}

std::optional<std::string> probe_shared_limits(const Config& config, const oauth::MasterSecret& master) {
  const auto target = fleet::parse_redis_url(config.limit_shared);
  if (!target) return std::string(describe(target.error()));
  const auto keys = derive_fleet_keys(master);
  if (!keys) return "the keys cannot be derived";
  const auto fault = fleet::probe_redis(*target, {.key_prefix = keys->prefix});
  if (!fault) return std::nullopt;
  return std::string(describe(*fault));
}

}  // namespace agent_access::app
