#include "app/serve/runner.hpp"

#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <iostream>
#include <utility>

#include "app/config/derived_values.hpp"
#include "app/config/setting_table.hpp"
#include "app/text/terminal.hpp"
#include "base/secret.hpp"
#include "service/handler.hpp"

namespace agent_access::app {
namespace {

using namespace std::chrono_literals;

/// Longest wait for an event: a change of the wall clock must not delay a rotation longer than this.
constexpr std::chrono::seconds kLongestWait = 30s;
constexpr std::chrono::seconds kRetryWait = 10s;
/// How often it is checked whether earlier snapshots are still in use.
constexpr std::chrono::milliseconds kRetiredWait = 100ms;
/// Editors and version control write in several steps: files are read when none has changed for kQuiet, and after
/// kLongestUnrest in any case.
constexpr std::chrono::milliseconds kQuiet = 80ms;
constexpr std::chrono::milliseconds kLongestUnrest = 500ms;
/// The niceness of the thread that loads, renders and compresses, so that workers need not wait for it where cores are
/// scarce.
constexpr int kNiceness = 10;

std::chrono::microseconds monotonic_now() {
  return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now().time_since_epoch());
}

}  // namespace

/// A worker that cannot adopt it because it is out of memory gets it again in a later turn.
void Runner::hand_out_snapshot() {
  is_handed_out_ = true;
  server_->set_trusted_proxies(std::make_shared<const base::TrustedProxies>(snapshot_->limits.trusted));
  for (std::size_t worker = 0; worker < workers_; ++worker) {
    server_->post(worker, [this, next = snapshot_](http::Handler& handler) {
      try {
        const auto adopted = static_cast<service::Handler&>(handler).adopt(next);
        if (adopted) return;
        log_.write(ops::Level::error, "adopt_failed", {{"reason", sentence_of(adopted.error())}});
      } catch (const std::exception&) {
      }
      is_handed_out_ = false;
    });
  }
}

/// Rendering needed as much memory again as is kept: what is freed is returned to the kernel.
void Runner::free_retired_snapshots() noexcept {
  if (std::erase_if(retired_, [](const auto& snapshot) { return snapshot.use_count() == 1; }) != 0) ::malloc_trim(0);
}

std::chrono::milliseconds Runner::time_to_next_event() const {
  const std::chrono::milliseconds longest = retired_.empty() ? kLongestWait : kRetiredWait;
  const auto now = clock_.now();
  const auto due = is_handed_out_ ? std::max(snapshot_->keys.valid_until(), retry_at_) : retry_at_;
  if (due <= now) return 0ms;
  // Compared before the subtraction: PEM keys are valid until the largest time.
  if (due > now + kLongestWait) return longest;
  return std::min<std::chrono::milliseconds>(due - now, longest);
}

void Runner::rotate_if_due() {
  const auto now = clock_.now();
  // A clock that is set back by more than the allowed skew needs the keys of that earlier time.
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

void Runner::log_warning(std::string_view text) { log_.write(ops::Level::warn, "warning", {{"text", text}}); }

/// Warnings about loaded files that can still be served.
void Runner::log_warnings(const std::vector<std::string>& known) {
  for (const auto& warning : service_.warnings) {
    if (std::ranges::find(known, warning) == known.end()) log_warning(warning);
  }
}

/// Clients and tokens of the previous master end, unless it is among the accepted ones.
void Runner::warn_of_changed_secret(const Material& reloaded) {
  if (!service_.material.settings.issues_tokens() || !reloaded.settings.issues_tokens()) return;
  const KeyPlan& next = reloaded.key_plan;
  const auto fingerprint_of = [](const oauth::MasterSecret& master) { return master.fingerprint().value_or(""); };
  const std::string from = fingerprint_of(service_.material.key_plan.masters.front());
  if (std::ranges::find(next.masters, from, fingerprint_of) != next.masters.end()) return;
  log_.write(ops::Level::warn, "secret_changed",
             {{"from", from},
              {"to", fingerprint_of(next.masters.front())},
              {"text",
               "the master secret is another one, so that all clients and tokens of the previous one are "
               "refused; list a file with the previous one in secret.previous_files to accept them"}});
}

/// Why not, or nothing when it is served now.
Problems Runner::apply(LoadedService reloaded) {
  if (!take_snapshot(reloaded.material)) return {"the keys cannot be prepared"};
  warn_of_changed_secret(reloaded.material);
  const bool is_watched = service_.watch.has_value();
  const auto known = is_watched ? std::move(service_.warnings) : std::vector<std::string>();
  service_.warnings = std::move(reloaded.warnings);
  service_.material = std::move(reloaded.material);
  // Others than before are watched only from now on.
  if (is_watched && service_.config.sources != reloaded.config.sources) {
    service_.config.sources = reloaded.config.sources;
    service_.watch = watch_of(*service_.source.playground, reloaded.config.sources);
  }
  proxy_notice_.adopt(service_.material.limits.trusted.networks);
  hand_out_snapshot();
  take_tls(std::move(reloaded.tls));
  for (const auto& name : settings_that_need_a_restart(service_.config, reloaded.config)) {
    log_.write(ops::Level::warn, "restart_needed", {{"setting", name}});
  }
  for (const auto& name : settings_from_credentials(reloaded.config)) {
    log_.write(ops::Level::info, "credential_kept", {{"setting", name}});
  }
  log_warnings(known);
  if (is_watched) return {};
  log_.write(
      ops::Level::info, "reload",
      {{"snapshot", static_cast<std::int64_t>(snapshot_->number)}, {"key_id", signing_key(*snapshot_, clock_.now())}});
  return {};
}

/// Loads everything anew and serves it, or keeps what is served.
void Runner::reload() {
  notifier_.reloading(monotonic_now());
  const auto lives = tell_that_it_loads(notifier_);
  if (service_.watch) service_.watch = watch_of(*service_.source.playground, service_.config.sources);
  auto loaded = load_service(service_.source);
  finish_reload(loaded ? apply(std::move(*loaded)) : loaded.error());
}

/// Ready again in any case: after a failure the previous snapshot stays in use.
void Runner::finish_reload(const Problems& problems) {
  std::string status = "serving " + snapshot_->settings.base_urls.front().text();
  if (!problems.empty()) {
    ++status_.reload_failures;
    status += " as before, the reload failed: " + problems.front();
    if (problems.size() > 1) status += " (and " + std::to_string(problems.size() - 1) + " more, see the log)";
  }
  if (service_.watch) {
    show_outcome(problems);
  } else {
    for (const auto& problem : problems) log_.write(ops::Level::error, "reload_failed", {{"problem", problem}});
  }
  notifier_.ready(status);
}

/// Shows the owner who edits the files how it went: pages show the problems until they are corrected.
void Runner::show_outcome(const Problems& problems) {
  if (!problems.empty()) {
    service_.material.settings.preview.problems = problems;
    if (take_snapshot(service_.material)) hand_out_snapshot();
    return print_lines(problems, "agent-access: ");
  }
  std::cout << "reloaded\n" << std::flush;
}

/// New connections use the new certificates. TLS is not switched on or off here (settings_that_need_a_restart reports
/// it), and a valid certificate is not replaced by an expired one.
void Runner::take_tls(TlsContextPtr next) {
  if (!service_.tls || !next) return;
  const auto now = clock_.now();
  if (next->not_after() <= now && service_.tls->not_after() > now) {
    log_.write(ops::Level::error, "certificate_kept", {{"reason", "the new certificate has expired"}});
    return;
  }
  service_.tls = std::move(next);
  status_.certificate_not_after = service_.tls->not_after().time_since_epoch().count();
  server_->set_tls(service_.tls);
}

/// Serves for listen.drain_delay while /readyz fails, so that a load balancer stops sending requests before the port
/// closes; else HAProxy loses a second for each request. True: a second stop signal came.
bool Runner::serve_unready() {
  const auto end = std::chrono::steady_clock::now() + service_.config.drain_delay;
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    if (left <= 0ms) return false;
    watchdog_->look_without_thread();
    const auto longest = std::min(left, watchdog_->interval());
    if (wait_for_signal(std::min(longest, time_to_next_event())) == Signal::stop) return true;
    take_turn(std::nullopt);  // keys still rotate; a reload would have no effect any more
  }
}

int Runner::drain() {
  status_.ready = false;
  notifier_.stopping();
  log_.write(ops::Level::info, "stop", {});
  bool aborted = serve_unready();
  server_->stop();
  if (aborted) server_->abort();
  while (!server_->has_ended()) {
    watchdog_->look_without_thread();
    if (wait_for_signal(20ms) != Signal::stop) continue;
    aborted = true;
    server_->abort();
  }
  server_->wait();
  if (admin_) {
    admin_->abort();
    admin_->wait();
  }
  log_.write(ops::Level::info, "stopped", {{"aborted", aborted}});
  return aborted ? 1 : 0;
}

/// Handles exceptions, which mean out of memory: the present snapshot stays in use, and the operation is tried again.
void Runner::take_turn(std::optional<Signal> signal) {
  free_retired_snapshots();
  try {
    if (!is_handed_out_ && clock_.now() >= retry_at_) {
      retry_at_ = clock_.now() + kRetryWait;
      hand_out_snapshot();
      if (service_.tls) server_->set_tls(service_.tls);
    }
    if (signal == Signal::reload) reload();
    rotate_if_due();
  } catch (const std::exception&) {
    is_handed_out_ = false;
    retry_at_ = clock_.now() + kRetryWait;
    try {
      if (signal == Signal::reload)
        finish_reload({"out of memory; the previous settings stay in use"});
      else
        log_.write(ops::Level::error, "snapshot_failed", {{"reason", "out of memory"}});
    } catch (const std::exception&) {  // a failed reload is counted in any case
    }
  }
}

/// What follows a change: a reload when the files are quiet, or nothing if no file that is served has changed.
std::optional<Signal> Runner::settle() {
  const auto end = std::chrono::steady_clock::now() + kLongestUnrest;
  bool is_reload = false;
  while (std::chrono::steady_clock::now() < end) {
    const auto signal = wait_for_signal(kQuiet);
    if (!signal) break;
    if (signal == Signal::stop) return signal;
    is_reload = is_reload || signal == Signal::reload;
  }
  if (is_reload || (service_.watch && service_.watch->has_changed())) return Signal::reload;
  return std::nullopt;
}

int Runner::run() {
  // After the workers were started, which would have it, too. Without the permission nothing changes.
  static_cast<void>(::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kNiceness));
  for (;;) {
    watchdog_->look_without_thread();
    base::wipe_registers_and_stack();  // of what the start, a reload or a rotation loaded
    auto signal = wait_for_signal(std::min(time_to_next_event(), watchdog_->interval()));
    if (signal == Signal::change) signal = settle();
    if (signal == Signal::stop) return drain();
    take_turn(signal);
  }
}

}  // namespace agent_access::app
