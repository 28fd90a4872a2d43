#include "app/service_runner.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iostream>
#include <thread>

#include "app/service_facts.hpp"
#include "app/signal_wait.hpp"
#include "app/system_clock.hpp"
#include "app/version_command.hpp"
#include "crypto/random.hpp"
#include "ops/admin.hpp"
#include "ops/metrics.hpp"
#include "ops/notify.hpp"
#include "ops/observer.hpp"
#include "service/gate.hpp"
#include "service/known_tokens.hpp"

namespace agent_access::app {
namespace {

using namespace std::chrono_literals;
using SnapshotPtr = std::shared_ptr<const service::Snapshot>;

/// Longest wait for a signal: a clock that is set must not delay a rotation longer than this.
constexpr std::chrono::seconds kLongestWait = 30s;
constexpr std::chrono::seconds kRetryWait = 10s;

std::chrono::microseconds monotonic_now() {
  return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now().time_since_epoch());
}

/// The admin listener is asked every few seconds; its answers are not worth a line.
class SilentObserver final : public http::Observer {
 public:
  void answered(const http::Answered& /*answered*/) noexcept override {}
};

class Runner {
 public:
  explicit Runner(Service service)
      : service_(std::move(service)),
        workers_(worker_count(service_.config)),
        log_(STDERR_FILENO, log_level(service_.config), log_format(service_.config)),
        metrics_(workers_),
        notifier_(variable(service_.environment, "NOTIFY_SOCKET")) {
    for (std::size_t i = 0; i < workers_; ++i) randoms_.push_back(std::make_unique<crypto::SystemRandom>());
  }

  int run();

 private:
  [[nodiscard]] bool start();
  [[nodiscard]] bool take_snapshot(const Material& material);
  [[nodiscard]] bool open_servers();
  [[nodiscard]] net::WorkerParts make_parts(std::size_t worker, Problems& problems);
  [[nodiscard]] net::ServerOptions service_options() const;
  [[nodiscard]] std::unique_ptr<http::Handler> make_admin();
  [[nodiscard]] std::chrono::milliseconds time_to_next_event() const;
  void rotate_if_due();
  void reload();
  void report_failed_reload(const Problems& problems);
  void hand_out_snapshot();
  int drain();

  Service service_;
  SystemClock clock_;
  std::size_t workers_;
  ops::Log log_;
  ops::Metrics metrics_;
  ops::Notifier notifier_;
  service::KnownTokens known_tokens_;
  std::vector<std::unique_ptr<crypto::SystemRandom>> randoms_;
  SnapshotPtr snapshot_;
  base::Seconds retry_at_ = base::Seconds::min();

  // Written here, read by the admin listener's thread.
  std::atomic<bool> ready_{false};
  std::atomic<std::uint64_t> snapshot_number_{0};
  std::atomic<std::uint64_t> reload_failures_{0};
  std::atomic<std::int64_t> built_at_{0};
  std::atomic<std::int64_t> next_rotation_{0};

  // Last, so that they end before what their threads use.
  std::unique_ptr<net::Server> admin_;
  std::unique_ptr<net::Server> server_;
};

bool Runner::take_snapshot(const Material& material) {
  const auto made = make_snapshot(material, snapshot_number_ + 1, clock_.now(), snapshot_.get());
  if (!made) {
    const auto reason = describe(made.error());
    log_.write(ops::Level::error, "snapshot_failed", {{"reason", reason}});
    return false;
  }
  snapshot_ = *made;
  snapshot_number_ = snapshot_->number;
  built_at_ = snapshot_->built_at.time_since_epoch().count();
  next_rotation_ = snapshot_->keys.next_rotation().time_since_epoch().count();
  return true;
}

net::WorkerParts Runner::make_parts(std::size_t worker, Problems& problems) {
  auto gate = service::Gate::create(snapshot_, clock_, *randoms_[worker], known_tokens_);
  if (!gate) {
    problems.emplace_back(describe(gate.error()));
    return {};
  }
  return {std::move(*gate), std::make_unique<ops::AccessObserver>(log_, metrics_.worker(worker))};
}

std::unique_ptr<http::Handler> Runner::make_admin() {
  const auto expose = [this] {
    const auto now = clock_.now().time_since_epoch().count();
    ops::Gauges gauges;
    gauges.snapshot_age_seconds = static_cast<double>(now - built_at_);
    gauges.seconds_to_rotation = static_cast<double>(next_rotation_ - now);
    gauges.snapshot_number = snapshot_number_;
    gauges.reload_failures = reload_failures_;
    gauges.log_lines_dropped = log_.dropped();
    gauges.version = program_version();
    return metrics_.expose(gauges);
  };
  return std::make_unique<ops::Admin>(ops::Admin::Sources{[this] { return ready_.load(); }, expose});
}

net::ServerOptions Runner::service_options() const {
  net::ServerOptions options;
  options.listen = *net::parse_endpoint(service_.config.listen_address);
  options.inherited = service_.listeners;
  if (options.inherited.empty()) {
    options.inherited = ops::listen_descriptors(::getpid(), variable(service_.environment, "LISTEN_PID"),
                                                variable(service_.environment, "LISTEN_FDS"));
  }
  options.threads = workers_;
  options.limits = service_.config.limits;
  options.trusted_proxies = service_.config.trusted_proxies;
  return options;
}

bool Runner::open_servers() {
  Problems problems;
  // A worker without its contexts must not come to life, so the first failure is kept and judged before start().
  auto server =
      net::Server::create(service_options(), [&](std::size_t worker) { return make_parts(worker, problems); });
  if (!server) problems.push_back(server.error().message + "; choose another with listen.address (dev: --listen)");
  if (const auto endpoint = net::parse_endpoint(service_.config.listen_admin)) {
    net::ServerOptions options;
    options.listen = *endpoint;
    options.threads = 1;
    auto admin = net::Server::create(std::move(options), [&](std::size_t) {
      return net::WorkerParts{make_admin(), std::make_unique<SilentObserver>()};
    });
    if (!admin) problems.push_back(admin.error().message + "; choose another with listen.admin");
    if (admin) admin_ = std::move(*admin);
  }
  for (const auto& problem : problems) std::cerr << "agent-access: " << problem << '\n';
  if (!problems.empty()) return false;
  server_ = std::move(*server);
  return true;
}

bool Runner::start() {
  if (!take_snapshot(service_.material)) {
    std::cerr << "agent-access: the keys cannot be prepared; run `agent-access check`\n";
    return false;
  }
  if (!open_servers()) return false;
  server_->start();
  if (admin_) admin_->start();
  ready_ = true;
  for (const auto& warning : service_.material.warnings) {
    log_.write(ops::Level::warn, "warning", {{"text", warning}});
  }
  const auto version = program_version();
  const bool is_inherited = service_.listeners.empty() && !service_options().inherited.empty();
  const std::string_view listen = is_inherited ? "inherited" : std::string_view(service_.config.listen_address);
  log_.write(ops::Level::info, "start",
             {{"version", version},
              {"listen", listen},
              {"port", static_cast<std::int64_t>(server_->port())},
              {"admin", service_.config.listen_admin},
              {"workers", static_cast<std::int64_t>(workers_)},
              {"base_url", snapshot_->settings.base_urls.front().text()},
              {"key_id", signing_key(*snapshot_, clock_.now())}});
  if (!notifier_.ready("serving " + snapshot_->settings.base_urls.front().text())) {
    log_.write(ops::Level::warn, "notify_failed", {});
  }
  if (service_.on_started) service_.on_started(*snapshot_);
  return true;
}

void Runner::hand_out_snapshot() {
  for (std::size_t worker = 0; worker < workers_; ++worker) {
    server_->post(worker, [this, next = snapshot_](http::Handler& handler) {
      const auto adopted = static_cast<service::Gate&>(handler).adopt(next);
      if (!adopted) log_.write(ops::Level::error, "adopt_failed", {{"reason", describe(adopted.error())}});
    });
  }
}

std::chrono::milliseconds Runner::time_to_next_event() const {
  const auto now = clock_.now();
  const auto due = std::max(snapshot_->keys.valid_until(), retry_at_);
  if (due <= now) return 0ms;
  // Compared before it is subtracted: keys of the owner's own are valid to the end of time.
  if (due > now + kLongestWait) return kLongestWait;
  return due - now;
}

void Runner::rotate_if_due() {
  const auto now = clock_.now();
  // A clock set back by more than replicas may differ needs the keys of that earlier time.
  const bool is_due = now >= snapshot_->keys.valid_until() || now + oauth::kClockSkew < snapshot_->built_at;
  if (!is_due || now < retry_at_) return;
  if (!take_snapshot(service_.material)) {
    retry_at_ = now + kRetryWait;
    return;
  }
  retry_at_ = base::Seconds::min();
  hand_out_snapshot();
  log_.write(ops::Level::info, "rotation",
             {{"snapshot", static_cast<std::int64_t>(snapshot_->number)}, {"key_id", signing_key(*snapshot_, now)}});
}

void Runner::report_failed_reload(const Problems& problems) {
  ++reload_failures_;
  for (const auto& problem : problems) {
    log_.write(ops::Level::error, "reload_failed", {{"problem", problem}});
  }
}

void Runner::reload() {
  notifier_.reloading(monotonic_now());
  auto reloaded = service_.reload();
  if (!reloaded) {
    report_failed_reload(reloaded.error());
  } else if (!take_snapshot(reloaded->material)) {
    report_failed_reload({"the keys cannot be prepared"});
  } else {
    service_.material = std::move(reloaded->material);
    hand_out_snapshot();
    for (const auto& name : reloaded->needs_restart) {
      log_.write(ops::Level::warn, "restart_needed", {{"setting", name}});
    }
    for (const auto& warning : service_.material.warnings) {
      log_.write(ops::Level::warn, "warning", {{"text", warning}});
    }
    log_.write(ops::Level::info, "reload",
               {{"snapshot", static_cast<std::int64_t>(snapshot_->number)},
                {"key_id", signing_key(*snapshot_, clock_.now())}});
  }
  // Ready again in any case: the old snapshot serves on.
  notifier_.ready(reloaded ? "reloaded" : "serving the previous configuration, the reload failed");
}

int Runner::drain() {
  ready_ = false;
  notifier_.stopping();
  log_.write(ops::Level::info, "stop", {});
  server_->stop();
  std::atomic<bool> done{false};
  bool aborted = false;
  std::thread waiter([&] {
    server_->wait();
    done = true;
  });
  while (!done) {
    if (wait_for_signal(20ms) != Signal::stop) continue;
    aborted = true;
    server_->abort();
  }
  waiter.join();
  if (admin_) {
    admin_->abort();
    admin_->wait();
  }
  log_.write(ops::Level::info, "stopped", {{"aborted", aborted}});
  return aborted ? 1 : 0;
}

int Runner::run() {
  if (!start()) return 1;
  for (;;) {
    const auto signal = wait_for_signal(time_to_next_event());
    if (signal == Signal::stop) return drain();
    if (signal == Signal::reload) reload();
    rotate_if_due();
  }
}

}  // namespace

int run_service(Service service) { return Runner(std::move(service)).run(); }

}  // namespace agent_access::app
