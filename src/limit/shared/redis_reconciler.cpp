#include "limit/shared/redis_reconciler.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <random>
#include <span>
#include <system_error>
#include <thread>
#include <utility>

#include "limit/shared/host_lookup.hpp"
#include "limit/shared/redis_connection.hpp"

namespace agent_access::limit {

namespace {

using SteadyClock = std::chrono::steady_clock;
using Debts = std::span<const Debt>;

Horizon horizon_of(std::chrono::nanoseconds longest_debt) {
  // At most a day, so that Lua's numbers stay exact.
  constexpr std::chrono::nanoseconds kLongest = std::chrono::hours{24};
  const auto longest = std::clamp(longest_debt, std::chrono::nanoseconds{std::chrono::seconds{1}}, kLongest);
  return {std::chrono::ceil<std::chrono::microseconds>(longest).count()};
}

/// One for each host of the target.
std::vector<HostLookup> lookups_of(const RedisTarget& target) {
  std::vector<HostLookup> lookups;
  for (const RedisHost& host : target.hosts) lookups.emplace_back(host.name);
  return lookups;
}

/// Looks up the host, if any, and connects.
base::Result<RedisConnection, RedisFault> open_connection(const RedisTarget& target, std::size_t host,
                                                          std::vector<HostLookup>& lookups,
                                                          std::chrono::milliseconds longest_lookup,
                                                          std::chrono::milliseconds deadline, int wake) {
  HostLookup::Addresses addresses;
  if (target.path.empty()) {
    auto found = lookups[host].wait(longest_lookup, wake);
    if (!found) return base::Failure(found.error());
    addresses = std::move(*found);
  }
  return RedisConnection::open(target, host, addresses, deadline, wake);
}

/// The heartbeat of an idle replica: a key that owes nothing and expires after a second.
constexpr Debt kHeartbeat{.key = 0, .owed = {}, .charged = {}};

}  // namespace

struct RedisReconciler::State {
  RedisTarget target;
  DebtTable& table;
  ReconcilerOptions options;
  const base::MonotonicClock& clock;
  Report report;
  FleetStatus status{};
  Backoff backoff{options.longest_wait};
  std::vector<HostLookup> lookups{lookups_of(target)};
  std::size_t host = 0;  ///< of the present connection, or the next one to try
  std::optional<RedisConnection> connection{};
  std::atomic<std::chrono::nanoseconds> longest_debt{options.longest_debt};
  std::minstd_rand jitter{std::random_device{}()};
  SteadyClock::time_point last_batch{};
  std::mutex renaming{};  ///< guards `renamed`
  std::optional<std::vector<KeySpace>> renamed{};
  int wake = -1;
  std::atomic<bool> is_stopping{false};
  std::thread thread{};

  void run();
  void step();
  void wait(std::chrono::milliseconds duration) const;
  void fail(RedisFault fault);
  [[nodiscard]] base::Result<RedisConnection, RedisFault> open();
  void take_next_host() noexcept { host = target.hosts.empty() ? 0 : (host + 1) % target.hosts.size(); }
  void send_changes();
  void take_names();
  void drop_changes(std::chrono::milliseconds duration);
  [[nodiscard]] bool is_running() const noexcept { return !is_stopping.load(std::memory_order_relaxed); }
};

void RedisReconciler::State::wait(std::chrono::milliseconds duration) const {
  pollfd polled{wake, POLLIN, 0};
  static_cast<void>(::poll(&polled, 1, static_cast<int>(duration.count())));
}

/// With several hosts, the first one that can be connected to.
base::Result<RedisConnection, RedisFault> RedisReconciler::State::open() {
  // A slow look-up counts as a fault but continues; a later step uses its addresses.
  for (std::size_t left = target.hosts.size(); left > 1 && is_running(); --left) {
    auto opened = open_connection(target, host, lookups, options.deadline, options.deadline, wake);
    if (opened || opened.error() == RedisFault::stopped) return opened;
    take_next_host();
  }
  return open_connection(target, host, lookups, options.deadline, options.deadline, wake);
}

void RedisReconciler::State::fail(RedisFault fault) {
  connection.reset();
  take_next_host();  // for example another one, which has become the one that accepts writes
  status.failed(fault);
  if (fault == RedisFault::stopped) return;
  if (backoff.failed(clock.now()) && report) report(false, describe(fault));
  drop_changes(backoff.next_wait(jitter()));
}

// Old charges must not be sent all at once when Redis is back: the next charge of a key carries its debt.
void RedisReconciler::State::drop_changes(std::chrono::milliseconds duration) {
  const auto end = SteadyClock::now() + duration;
  for (;;) {
    status.drop(table.take_changes(kMostDebts, clock.now()).size());
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - SteadyClock::now());
    if (left.count() <= 0 || !is_running()) return;
    wait(std::min(left, options.interval));
  }
}

void RedisReconciler::State::take_names() {
  const std::scoped_lock lock(renaming);
  if (!renamed) return;
  if (*renamed != options.key_spaces) table.resend_all(clock.now());
  options.key_spaces = std::move(*renamed);
  renamed.reset();
}

void RedisReconciler::State::send_changes() {
  // A reply that was not asked for would be taken for the reply to this batch, about other clients.
  if (connection->is_stale()) return fail(RedisFault::connection_lost);
  take_names();
  const auto changes = table.take_changes(kMostDebts, clock.now());
  const auto begun = SteadyClock::now();
  if (changes.empty() && begun - last_batch < options.heartbeat) return;
  last_batch = begun;
  std::uint64_t merged = 0;
  const auto merge = [&](const Debt& debt) {
    if (debt.owed <= Nanoseconds::zero()) return;
    table.merge(debt, clock.now());
    ++merged;
  };
  const auto sent = send_debts(*connection, options.key_spaces, horizon_of(longest_debt),
                               changes.empty() ? Debts(&kHeartbeat, 1) : Debts(changes), merge);
  if (!sent) {
    status.drop(changes.size());
    return fail(sent.error());
  }
  const auto state = changes.size() == kMostDebts ? FleetState::lagging : FleetState::in_step;
  status.succeeded(state, changes.size(), merged, clock.now());
  if (backoff.succeeded(clock.now()) && report) report(true, {});
}

void RedisReconciler::State::step() {
  if (!connection) {
    auto opened = open();
    if (!opened) return fail(opened.error());
    connection.emplace(std::move(*opened));
    // Debts lost with the connection must be sent again: replicas started later use the new names only.
    if (options.key_spaces.size() > 1) table.resend_all(clock.now());
    last_batch = {};  // the first batch at once, even if empty: it shows whether Redis accepts writes
  }
  const auto due = SteadyClock::now() + options.interval;
  send_changes();
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(due - SteadyClock::now());
  if (connection && left.count() > 0) wait(left);
}

void RedisReconciler::State::run() {
  while (is_running()) step();
  connection.reset();
}

RedisReconciler::RedisReconciler(RedisTarget target, DebtTable& table, ReconcilerOptions options,
                                 const base::MonotonicClock& clock, Report report)
    : state_(new State{.target = std::move(target),
                       .table = table,
                       .options = std::move(options),
                       .clock = clock,
                       .report = std::move(report)}) {}

RedisReconciler::~RedisReconciler() { stop(); }

bool RedisReconciler::start() {
  state_->wake = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (state_->wake < 0) return false;
  try {
    state_->thread = std::thread([state = state_.get()] { state->run(); });
  } catch (const std::system_error&) {
    stop();
    return false;
  }
  return true;
}

void RedisReconciler::stop() noexcept {
  if (state_->wake < 0) return;
  state_->is_stopping = true;
  // Stays readable, so that later waits end at once, too.
  static_cast<void>(::eventfd_write(state_->wake, 1));
  if (state_->thread.joinable()) state_->thread.join();
  static_cast<void>(::close(state_->wake));
  state_->wake = -1;
}

void RedisReconciler::expect(std::chrono::nanoseconds longest_debt) noexcept {
  state_->longest_debt.store(longest_debt, std::memory_order_relaxed);
}

void RedisReconciler::rename(std::vector<KeySpace> key_spaces) {
  const std::scoped_lock lock(state_->renaming);
  state_->renamed = std::move(key_spaces);
}

const FleetStatus& RedisReconciler::status() const noexcept { return state_->status; }

std::optional<RedisFault> probe_redis(const RedisTarget& target, const ReconcilerOptions& options) {
  constexpr int kNoWake = -1;
  constexpr std::chrono::seconds kLongestLookup{10};
  auto lookups = lookups_of(target);
  std::optional<RedisFault> fault;
  for (std::size_t host = 0; host < std::max<std::size_t>(target.hosts.size(), 1); ++host) {
    auto connection = open_connection(target, host, lookups, kLongestLookup, options.deadline, kNoWake);
    if (connection) {
      const auto sent = send_debts(*connection, options.key_spaces, horizon_of(options.longest_debt), {&kHeartbeat, 1},
                                   [](const Debt&) {});
      if (sent) return std::nullopt;
      fault = sent.error();
    } else {
      fault = connection.error();
    }
  }
  return fault;
}

}  // namespace agent_access::limit
