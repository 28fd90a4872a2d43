#include "app/serve/shared_limits.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/hex.hpp"

namespace agent_access::app {
namespace {

constexpr int kWindowsOfDebt = 8;
constexpr std::size_t kPrefixBytes = 8;

void report(ops::Log& log, bool in_step, std::string_view reason) {
  if (in_step) return log.write(ops::Level::info, "shared_limits_in_step", {});
  log.write(ops::Level::warn, "shared_limits_lost", {{"reason", reason}});
}

base::Result<limit::KeySpace, oauth::KeyFault> derive_key_space(const oauth::MasterSecret& master) {
  const auto hash = master.derive(oauth::label::kLimitHash);
  const auto prefix = master.derive(oauth::label::kLimitPrefix);
  if (!hash || !prefix) return base::Failure(oauth::KeyFault::unavailable);
  limit::KeySpace space{};
  std::ranges::copy(hash->reveal().first(space.hash.size()), space.hash.begin());
  // A hash tag in braces, so that a Redis cluster keeps all keys in one slot.
  space.prefix = "aa:{" + base::to_hex(prefix->reveal().first(kPrefixBytes)) + "}:";
  return space;
}

/// The key spaces of this replica in Redis: those of the current and of the newest previous master secret, so that
/// replicas agree while a secret is replaced (docs/decisions/0020).
base::Result<std::vector<limit::KeySpace>, oauth::KeyFault> derive_key_spaces(
    std::span<const oauth::MasterSecret> masters) {
  std::vector<limit::KeySpace> spaces;
  for (const auto& master : masters.first(std::min(masters.size(), limit::kMostKeySpaces))) {
    auto space = derive_key_space(master);
    if (!space) return base::Failure(space.error());
    spaces.push_back(std::move(*space));
  }
  return spaces;
}

}  // namespace

std::chrono::nanoseconds longest_debt(const limit::Policy& policy) noexcept {
  std::chrono::nanoseconds longest = policy.window;
  for (const auto& own : policy.resource_limits) {
    if (own) longest = std::max(longest, own->window);
  }
  return std::min<std::chrono::nanoseconds>(longest, std::chrono::hours{24}) * kWindowsOfDebt;
}

SharedLimits::SharedLimits(limit::RedisTarget target, std::vector<limit::KeySpace> spaces, const limit::Policy& policy,
                           limit::RateLimiter& limiter, const base::MonotonicClock& clock, ops::Log& log)
    : clock_(clock),
      log_(log),
      reconciler_(std::move(target), limiter.table(),
                  limit::ReconcilerOptions{.key_spaces = std::move(spaces), .longest_debt = longest_debt(policy)},
                  clock, [&log](bool in_step, std::string_view reason) { report(log, in_step, reason); }) {}

std::unique_ptr<SharedLimits> SharedLimits::start(const Config& config, std::span<const oauth::MasterSecret> masters,
                                                  const limit::Policy& policy, limit::RateLimiter& limiter,
                                                  const base::MonotonicClock& clock, ops::Log& log) {
  if (config.limit_shared.size() == 0) return nullptr;
  auto target = limit::parse_redis_url(base::text_of(config.limit_shared.reveal()));
  auto spaces = derive_key_spaces(masters);
  if (!target || !spaces) {
    report(log, false, "the keys cannot be derived");
    return nullptr;
  }
  std::unique_ptr<SharedLimits> shared(
      new SharedLimits(std::move(*target), std::move(*spaces), policy, limiter, clock, log));
  if (shared->reconciler_.start()) return shared;
  report(log, false, "the system cannot create a thread or descriptor");
  return nullptr;
}

void SharedLimits::adopt(const limit::Policy& policy, std::span<const oauth::MasterSecret> masters) {
  reconciler_.expect(longest_debt(policy));
  auto spaces = derive_key_spaces(masters);
  if (!spaces) return log_.write(ops::Level::error, "shared_limits_keys", {{"reason", "the keys cannot be derived"}});
  reconciler_.rename(std::move(*spaces));
}

ops::SharedLimitGauges SharedLimits::read_gauges() const {
  const auto& status = reconciler_.status();
  ops::SharedLimitGauges gauges;
  const auto present = static_cast<std::size_t>(status.state());
  for (std::size_t i = 0; i < limit::kFleetStateNames.size(); ++i) {
    gauges.states.emplace_back(limit::kFleetStateNames[i], i == present);
  }
  for (std::size_t i = 0; i < limit::kRedisFaultCount; ++i) {
    const auto fault = static_cast<limit::RedisFault>(i);
    gauges.failures.emplace_back(name(fault), status.failures(fault));
  }
  gauges.batches = status.batches();
  gauges.sent = status.sent();
  gauges.merged = status.merged();
  gauges.dropped = status.dropped();
  const auto last = status.last_success();
  if (last > std::chrono::nanoseconds::zero()) {
    gauges.last_success_age_seconds = std::chrono::duration<double>(clock_.now() - last).count();
  }
  return gauges;
}

std::optional<std::string> probe_shared_limits(const Config& config, std::span<const oauth::MasterSecret> masters) {
  const auto target = limit::parse_redis_url(base::text_of(config.limit_shared.reveal()));
  if (!target) return std::string(describe(target.error()));
  auto spaces = derive_key_spaces(masters);
  if (!spaces) return "the keys cannot be derived";
  const auto fault = limit::probe_redis(*target, {.key_spaces = std::move(*spaces)});
  if (!fault) return std::nullopt;
  return std::string(describe(*fault));
}

}  // namespace agent_access::app
