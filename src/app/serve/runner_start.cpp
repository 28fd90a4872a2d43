// Start of a serving process: limiter, first snapshot, sockets, workers.
#include <malloc.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <iterator>
#include <thread>
#include <utility>

#include "app/rights/process.hpp"
#include "app/serve/runner.hpp"
#include "app/serve/service.hpp"
#include "app/serve/sockets.hpp"
#include "app/text/terminal.hpp"
#include "app/text/words.hpp"
#include "ops/admin.hpp"
#include "ops/observer.hpp"
#include "service/handler.hpp"

namespace agent_access::app {
namespace {

/// listen.threads, or the cores this process may run on.
std::size_t worker_count(const Config& config) noexcept {
  if (config.threads != 0) return config.threads;
  cpu_set_t cores;
  if (::sched_getaffinity(0, sizeof cores, &cores) == 0) return static_cast<std::size_t>(CPU_COUNT(&cores));
  return std::max(1U, std::thread::hardware_concurrency());
}

/// The format of the log: text on a terminal unless log.format is set.
ops::LogFormat log_format(const Config& config) {
  if (config.is_default("log.format") && ::isatty(STDERR_FILENO) == 1) return ops::LogFormat::text;
  return config.log_format;
}

/// Compressing needs buffers of megabytes for each document. glibc gives each back to the kernel until it has learned
/// that they come again, and clearing their pages again took a fifth of the time of a start. These are the greatest
/// values that it would learn; what is free is returned after each snapshot. Without fast bins it does not look
/// through all small blocks whenever a large one is free, which took a tenth.
void keep_large_buffers() noexcept {
  constexpr int kMebibyte = 1024 * 1024;
  ::mallopt(M_MXFAST, 0);
  ::mallopt(M_MMAP_THRESHOLD, 32 * kMebibyte);
  ::mallopt(M_TRIM_THRESHOLD, 64 * kMebibyte);
}

}  // namespace

Runner::Runner(Service service)
    : service_(std::move(service)),
      workers_(worker_count(service_.config)),
      log_(STDERR_FILENO, service_.config.log_level, log_format(service_.config)),
      metrics_(workers_),
      proxy_notice_(service_.config.policy.trusted.networks),
      notifier_(variable(service_.source.sources.environment, "NOTIFY_SOCKET")) {
  service_.source.request_log = service_.config.settings.request_log;
  for (std::size_t i = 0; i < workers_; ++i) randoms_.push_back(std::make_unique<crypto::SystemRandom>());
}

/// A secret hash key of this process prevents chosen collisions in the table.
bool Runner::make_limiter() {
  limit::HashKey key{};
  if (!randoms_.front()->fill(key)) {
    std::cerr << "agent-access: the system's random generator failed\n";
    return false;
  }
  limiter_ = std::make_unique<limit::RateLimiter>(key);
  return true;
}

bool Runner::take_snapshot(const Material& material) {
  const auto made = make_snapshot(material, status_.snapshot_number + 1, clock_.now(), snapshot_.get());
  if (!made) {
    const auto reason = sentence_of(made.error());
    log_.write(ops::Level::error, "snapshot_failed", {{"reason", reason}});
    return false;
  }
  if (snapshot_) retired_.push_back(snapshot_);
  snapshot_ = *made;
  status_.note(*snapshot_);
  // Reading and rendering needed as much memory again as is kept: return it to the kernel.
  ::malloc_trim(0);
  return true;
}

net::WorkerParts Runner::make_parts(std::size_t worker, Problems& problems) {
  auto handler =
      service::Handler::create(snapshot_, {clock_, monotonic_, *randoms_[worker], verified_tokens_, *limiter_});
  if (!handler) {
    problems.emplace_back(sentence_of(handler.error()));
    return {};
  }
  // Divided evenly, rounded up: 0 stays 0, which means no quota.
  const ops::LineQuota refusals((service_.config.log_refusals + workers_ - 1) / workers_);
  auto observer = std::make_unique<ops::AccessObserver>(log_, metrics_.worker(worker), monotonic_, refusals,
                                                        service_.config.log_client_address, &proxy_notice_);
  return {std::move(*handler), std::move(observer)};
}

/// Has no observer: it gets a request every few seconds, which are not logged.
net::WorkerParts Runner::make_admin() {
  const auto expose = [this] {
    ops::Gauges gauges = status_.gauges(clock_.now());
    gauges.log_lines_dropped = log_.dropped();
    gauges.limit_table_full = limiter_->table().times_full();
    gauges.held_memory = server_->held_memory();
    gauges.memory_limit = service_.config.limits.memory;
    gauges.process = ops::read_process_facts();
    return ops::expose(metrics_.totals(), gauges);
  };
  const auto is_ready = [this] { return status_.ready.load(); };
  const auto is_alive = [this] { return watchdog_->is_alive(); };
  net::WorkerParts parts;
  parts.handler =
      std::make_unique<ops::Admin>(ops::Admin::Sources{.ready = is_ready, .metrics = expose, .alive = is_alive});
  return parts;
}

bool Runner::open_servers() {
  Problems problems;
  // A worker without its contexts must not start, so problems are collected and checked before start().
  auto server = net::Server::create(service_options(service_, workers_),
                                    [&](std::size_t worker) { return make_parts(worker, problems); });
  if (!server) problems.push_back(server.error() + "; choose another with listen.address (dev: --listen)");
  if (auto options = admin_options(service_)) {
    auto admin = net::Server::create(std::move(*options), [this](std::size_t) { return make_admin(); });
    if (!admin) problems.push_back(admin.error() + "; choose another with listen.admin");
    if (admin) admin_ = std::move(*admin);
  }
  for (const auto& problem : problems) std::cerr << "agent-access: " << problem << '\n';
  if (!problems.empty()) return false;
  server_ = std::move(*server);
  const auto limit = ops::watchdog_limit(::getpid(), variable(service_.source.sources.environment, "WATCHDOG_PID"),
                                         variable(service_.source.sources.environment, "WATCHDOG_USEC"));
  watchdog_.emplace(*server_, log_, notifier_, limit);
  if (service_.tls) status_.certificate_not_after = service_.tls->not_after().time_since_epoch().count();
  return true;
}

void Runner::log_start() {
  const auto version = program_version();
  log_.write(ops::Level::info, "start",
             {{"version", version},
              {"listen", listen_text(service_)},
              {"port", static_cast<std::int64_t>(server_->port())},
              {"admin", admin_text(service_)},
              {"workers", static_cast<std::int64_t>(workers_)},
              {"base_url", snapshot_->settings.base_urls.front().text()},
              {"key_id", signing_key(*snapshot_, clock_.now())}});
}

bool Runner::start() {
  keep_large_buffers();
  if (!make_limiter()) return false;
  if (!take_snapshot(service_.material)) {
    std::cerr << "agent-access: the keys cannot be prepared; run `agent-access check`\n";
    return false;
  }
  if (!open_servers()) return false;
  server_->start();
  if (admin_) admin_->start();
  watchdog_->begin();
  status_.ready = true;
  log_warnings();
  // `dev` prints that itself, on one screen and with the address last.
  const bool is_playground = service_.source.playground.has_value();
  if (!is_playground) log_start();
  if (!notifier_.ready("serving " + snapshot_->settings.base_urls.front().text())) {
    log_.write(ops::Level::warn, "notify_failed", {});
  }
  if (is_playground) log_.flush();
  return true;
}

int serve(const ConfigSources& sources) {
  const ops::Notifier notifier(variable(sources.environment, "NOTIFY_SOCKET"));
  auto lives = tell_that_it_loads(notifier);
  auto loaded = load_service({sources});
  if (!loaded) return fail(loaded.error());
  std::ranges::move(process_warnings(), std::back_inserter(loaded->warnings));
  Runner runner({std::move(*loaded), {sources}});
  if (!runner.start()) return 1;
  lives.reset();
  return runner.run();
}

}  // namespace agent_access::app
