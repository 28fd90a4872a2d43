/// \file
/// A service before it runs: where its configuration comes from, and everything that this refers to. `serve`, `dev` and
/// each reload load it in the same way. Not thread safe; reads files.
///
/// What the runner knows and watches: values derived from configuration, machine and snapshot, the state for a scrape,
/// the watchdog of the workers, and signals.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "app/config/config.hpp"
#include "app/deployment/clocks.hpp"
#include "app/deployment/material.hpp"
#include "app/deployment/tls_files.hpp"
#include "app/serve/folder_watch.hpp"
#include "base/ports.hpp"
#include "base/result.hpp"
#include "base/secret.hpp"
#include "net/io/sockets.hpp"
#include "net/server.hpp"
#include "ops/exposition.hpp"
#include "ops/log.hpp"
#include "ops/notify.hpp"
#include "service/snapshot.hpp"

namespace agent_access::app {

/// What `dev` has by default in place of the defaults of production, at the start and after a reload.
struct Playground {
  std::filesystem::path site;               ///< profile.json, site.json, faq.json, public/; empty: the example
  net::Endpoint listen;                     ///< with the port that is open
  std::optional<base::SecretBytes> secret;  ///< made for this process; nothing if one is configured
};

struct ServiceSource {
  ConfigSources sources;
  std::optional<Playground> playground{};            ///< of `dev` only
  std::optional<content::RequestLog> request_log{};  ///< of the process that reloads, whose log stays as it is
};

/// Everything that a start or a reload loads.
struct LoadedService {
  Config config;
  Material material;
  TlsContextPtr tls;  ///< null: plain HTTP
  std::vector<std::string> warnings;
};

/// Fails with all problems at once.
[[nodiscard]] base::Result<LoadedService, Problems> load_service(const ServiceSource& source);

/// What a Runner runs.
struct Service : LoadedService {
  ServiceSource source;
  std::vector<int> listeners{};        ///< open sockets to use instead of listen.address
  std::optional<FolderWatch> watch{};  ///< of Playground::site: a change there is a reload
};

/// The two base URLs for a browser and an agent on this machine.
[[nodiscard]] std::vector<base::BaseUrl> dev_base_urls(const net::Endpoint& endpoint);

/// The variable's value, or empty.
[[nodiscard]] std::string_view variable(const Environment& environment, std::string_view name);
/// The ID of the key that signs at `now`, or empty. Valid as long as the snapshot.
[[nodiscard]] std::string_view signing_key(const service::Snapshot& snapshot, base::Seconds now);

// State of the serving process for a scrape of the admin listener. Written by the thread that runs the service, read
// by the admin listener's thread: every member is atomic or has a mutex, and one scrape may mix old and new values.

struct ServiceStatus {
  std::atomic<bool> ready{false};
  std::atomic<std::uint64_t> snapshot_number{0};
  std::atomic<std::uint64_t> reload_failures{0};
  std::atomic<std::int64_t> built_at{0};
  std::atomic<std::int64_t> next_rotation{0};
  std::atomic<std::int64_t> certificate_not_after{0};  ///< 0: no TLS

  void note(const service::Snapshot& snapshot);
  /// The gauges of these members; the caller sets the others.
  [[nodiscard]] ops::Gauges gauges(base::Seconds now) const;

  mutable std::mutex mutex;            ///< of the next member
  std::vector<std::string> base_urls;  ///< of the snapshot in use
};

/// Calls `beat`, at once and then once in each interval, on a thread of its own until it is destroyed.
class Pulse {
 public:
  Pulse(std::chrono::milliseconds interval, std::function<void()> beat);
  /// False where no thread can be started: then nothing is called.
  [[nodiscard]] bool has_thread() const noexcept { return thread_.joinable(); }

 private:
  std::jthread thread_;
};

/// While it exists, the service manager is told that the process loads, so that a load may take any time.
[[nodiscard]] std::unique_ptr<Pulse> tell_that_it_loads(const ops::Notifier& notifier);

// Whether every worker still runs its event loop: checked once a second by a thread of its own, because a load, a
// reload or a rotation may keep the main thread for long, and by health requests. One result for the log, /livez,
// /readyz and the service manager's watchdog (WatchdogSec). Thread safety: is_alive from any thread, look from one.

class Watchdog {
 public:
  /// A worker needs microseconds for a request and milliseconds for a reload.
  static constexpr std::chrono::seconds kLongestTurn{5};
  /// How often look() is to be called.
  static constexpr std::chrono::milliseconds kInterval{1000};

  /// `limit` is what the service manager allows between two messages; nothing when it does not watch.
  Watchdog(net::Server& server, ops::Log& log, const ops::Notifier& notifier,
           std::optional<std::chrono::microseconds> limit) noexcept
      : server_(server), log_(log), notifier_(notifier), limit_(limit) {}

  /// False when the event loop of a worker has been stuck for kLongestTurn.
  [[nodiscard]] bool is_alive() noexcept { return server_.overdue() < kLongestTurn; }
  /// Looks from now on, by a thread if one can be started.
  void begin() {
    pulse_.emplace(interval(), [this] { look(); });
  }
  /// Looks here if there is no thread for it.
  void look_without_thread() {
    if (!pulse_ || !pulse_->has_thread()) look();
  }
  /// How long the caller may wait before the next look().
  [[nodiscard]] std::chrono::milliseconds interval() const noexcept;

 private:
  /// Checks the workers, logs a change, and notifies the service manager while all run, at most once per interval.
  void look();

  net::Server& server_;
  ops::Log& log_;
  const ops::Notifier& notifier_;
  std::optional<std::chrono::microseconds> limit_;
  std::chrono::steady_clock::time_point next_look_{};
  bool was_alive_ = true;
  std::optional<Pulse> pulse_;  ///< last, so that it ends first
};

// Signals as values: blocked in every thread, received by the main thread with sigtimedwait.

enum class Signal { reload, change, stop };  ///< SIGHUP; SIGIO of a FolderWatch; SIGTERM or SIGINT

/// Blocks SIGHUP, SIGIO, SIGTERM and SIGINT and ignores SIGPIPE, SIGUSR1 and SIGUSR2. Call it before anything else:
/// until then a SIGHUP ends the process.
void block_signals() noexcept;

/// The next signal, or nothing when none came in time.
[[nodiscard]] std::optional<Signal> wait_for_signal(std::chrono::milliseconds timeout) noexcept;

}  // namespace agent_access::app
