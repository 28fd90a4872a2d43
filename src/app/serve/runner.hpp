/// \file
/// A serving process: listeners, workers, signals, reload, rotation, drain. runner_start.cpp starts it, runner.cpp runs
/// it until it has drained.
///
/// Everything except workers and log runs on the calling thread. A reload or rotation builds a complete snapshot and
/// posts it to each worker; after a failure the present one stays in use. Members that workers and the admin listener
/// use are atomic.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "app/deployment/clocks.hpp"
#include "app/deployment/material.hpp"
#include "app/serve/service.hpp"
#include "app/serve/service_status.hpp"
#include "app/serve/signals.hpp"
#include "app/serve/watchdog.hpp"
#include "crypto/random.hpp"
#include "limit/rate_limiter.hpp"
#include "ops/log.hpp"
#include "ops/metrics.hpp"
#include "ops/notify.hpp"
#include "ops/observer.hpp"
#include "service/snapshot.hpp"
#include "service/verified_token_cache.hpp"

namespace agent_access::app {

class Runner {
 public:
  explicit Runner(Service service);

  /// False when it could not start, with the reason on standard error. Call block_signals() before.
  [[nodiscard]] bool start();
  [[nodiscard]] const service::Snapshot& snapshot() const noexcept { return *snapshot_; }
  /// After start(): returns after a stop, 0 when drained, 1 when a second stop signal came while draining.
  [[nodiscard]] int run();

 private:
  [[nodiscard]] bool make_limiter();
  [[nodiscard]] bool take_snapshot(const Material& material);
  [[nodiscard]] bool open_servers();
  [[nodiscard]] net::WorkerParts make_parts(std::size_t worker, Problems& problems);
  [[nodiscard]] net::WorkerParts make_admin();
  [[nodiscard]] std::chrono::milliseconds time_to_next_event() const;
  void take_turn(std::optional<Signal> signal);
  [[nodiscard]] std::optional<Signal> settle();
  void rotate_if_due();
  void reload();
  [[nodiscard]] Problems apply(LoadedService reloaded);
  void finish_reload(const Problems& problems);
  void show_outcome(const Problems& problems);
  void warn_of_changed_secret(const Material& reloaded);
  void take_tls(TlsContextPtr next);
  void log_start();
  void log_warning(std::string_view text);
  void log_warnings(const std::vector<std::string>& known = {});
  void hand_out_snapshot();
  void free_retired_snapshots() noexcept;
  [[nodiscard]] bool serve_unready();
  int drain();

  Service service_;
  SystemClock clock_;
  CoarseClock monotonic_;
  std::size_t workers_;
  ops::Log log_;
  ops::Metrics metrics_;
  ops::ProxyNotice proxy_notice_;
  ops::Notifier notifier_;
  service::VerifiedTokenCache verified_tokens_;
  std::unique_ptr<limit::RateLimiter> limiter_;
  std::vector<std::unique_ptr<crypto::SystemRandom>> randoms_;
  std::shared_ptr<const service::Snapshot> snapshot_;
  /// Earlier ones, as long as workers or responses use them: no worker frees one, which takes long for a large site.
  std::vector<std::shared_ptr<const service::Snapshot>> retired_;
  base::Seconds retry_at_ = base::Seconds::min();

  ServiceStatus status_;
  /// False while a worker may still use a snapshot before snapshot_; written by workers, too.
  std::atomic<bool> is_handed_out_{true};

  // Last, so that they end before what their threads use.
  std::unique_ptr<net::Server> admin_;
  std::unique_ptr<net::Server> server_;
  std::optional<Watchdog> watchdog_;
};

/// `serve`: loads the configuration, starts and runs. 0 after a stop that drained, 1 when it could not start.
[[nodiscard]] int serve(const ConfigSources& sources);

}  // namespace agent_access::app
