#include "app/serve/service.hpp"

#include <algorithm>
#include <condition_variable>
#include <csignal>
#include <ctime>
#include <mutex>
#include <stop_token>
#include <system_error>
#include <utility>

#include "app/config/setting_table.hpp"
#include "app/deployment/load.hpp"
#include "app/text/text.hpp"

namespace agent_access::app {
namespace {

/// Of a playground, where all clients have the same address: enough for a test suite, and still a limit, so that
/// responses have RateLimit fields.
constexpr std::int64_t kDevRequests = 60'000;

/// A folder sets all content at once; files missing in it are optional. Without one the example is used for every file
/// that is not configured, and files in the working directory are ignored.
void take_site(Config& config, const std::filesystem::path& site) {
  if (site.empty()) {
    if (config.is_default("content.root")) config.root.clear();
    return;
  }
  config.profile = site / "profile.json";
  config.site = site / "site.json";
  config.faq = site / "faq.json";
  config.root = site / "public";
  for (const auto* key : {"profile", "site", "faq", "root"}) config.origins[*find_setting("content", key)] = {};
}

void take_playground(Config& config, const Playground& playground) {
  config.listen_address = net::to_text(playground.listen);
  if (playground.secret) config.secret_text = playground.secret->duplicate();
  if (config.is_default("base_urls")) config.settings.base_urls = dev_base_urls(playground.listen);
  // Off by default, so that two playgrounds on one machine do not conflict on the admin port.
  if (config.is_default("listen.admin")) config.listen_admin.clear();
  if (config.is_default("limits.requests")) config.policy.requests = kDevRequests;
  // A playground shows what the program can publish.
  auto& settings = config.settings;
  if (config.is_default("mcp.enabled")) settings.mcp.is_enabled = !settings.issuer;
  if (config.is_default("discovery.ard")) settings.conventions.ard = true;
  if (config.is_default("discovery.page_markdown")) settings.conventions.page_markdown = settings.has_pages;
  settings.preview = {.is_on = true, .is_demo = playground.site.empty() && config.is_default("content.site")};
  take_site(config, playground.site);
}

constexpr std::chrono::milliseconds kLoadPulse{10'000};

sigset_t our_signals() noexcept {
  sigset_t signals;
  ::sigemptyset(&signals);
  for (const int number : {SIGHUP, SIGIO, SIGTERM, SIGINT}) ::sigaddset(&signals, number);
  return signals;
}

}  // namespace

std::vector<base::BaseUrl> dev_base_urls(const net::Endpoint& endpoint) {
  const auto port = ":" + std::to_string(endpoint.port);
  const bool is_v6 = endpoint.address.find(':') != std::string::npos;
  return {base::BaseUrl((is_v6 ? "http://[::1]" : "http://127.0.0.1") + port),
          base::BaseUrl("http://localhost" + port)};
}

base::Result<LoadedService, Problems> load_service(const ServiceSource& source) {
  auto config = load_config(source.sources);
  if (!config) return base::Failure<Problems>(config.error());
  if (source.request_log) config->settings.request_log = *source.request_log;
  auto fallback = Fallback::minimal;
  if (const auto& playground = source.playground) {
    if (!playground->site.empty() && !std::filesystem::is_directory(playground->site)) {
      return base::Failure<Problems>({"there is no folder " + shown(playground->site)});
    }
    take_playground(*config, *playground);
    fallback = playground->site.empty() ? Fallback::example : Fallback::draft;
  }
  Report report;
  auto deployment = load(*config, report, fallback);
  if (auto problems = report.problems(); !deployment || !problems.empty()) {
    return base::Failure<Problems>(std::move(problems));
  }
  return LoadedService{std::move(*config), std::move(deployment->material), std::move(deployment->tls),
                       report.warnings()};
}

std::string_view variable(const Environment& environment, std::string_view name) {
  const auto found = environment.find(name);
  return found == environment.end() ? std::string_view{} : std::string_view(found->second);
}

std::string_view signing_key(const service::Snapshot& snapshot, base::Seconds now) {
  if (!snapshot.settings.issues_tokens()) return {};
  for (const auto& key : snapshot.keys.keys()) {
    if (key.signs_from <= now && now < key.signs_until) return key.key_id.text();
  }
  return {};
}

void ServiceStatus::note(const service::Snapshot& snapshot) {
  snapshot_number = snapshot.number;
  built_at = snapshot.built_at.time_since_epoch().count();
  next_rotation = snapshot.keys.next_rotation().time_since_epoch().count();
  const std::scoped_lock lock(mutex);
  base_urls.clear();
  for (const auto& base_url : snapshot.settings.base_urls) base_urls.push_back(base_url.text());
}

ops::Gauges ServiceStatus::gauges(base::Seconds now) const {
  const auto seconds_from = [now](std::int64_t time) {
    return static_cast<double>(time - now.time_since_epoch().count());
  };
  ops::Gauges gauges;
  gauges.snapshot_age_seconds = -seconds_from(built_at);
  gauges.seconds_to_rotation = seconds_from(next_rotation);
  gauges.snapshot_number = snapshot_number;
  gauges.reload_failures = reload_failures;
  if (certificate_not_after != 0) gauges.seconds_to_certificate_expiry = seconds_from(certificate_not_after);
  gauges.version = program_version();
  const std::scoped_lock lock(mutex);
  gauges.base_urls = base_urls;
  return gauges;
}

Pulse::Pulse(std::chrono::milliseconds interval, std::function<void()> beat) try
    : thread_([interval, beat = std::move(beat)](const std::stop_token& stop) {
        std::mutex mutex;
        std::condition_variable_any changed;
        std::unique_lock lock(mutex);
        do beat();
        while (!changed.wait_for(lock, stop, interval, [&stop] { return stop.stop_requested(); }));
      }) {
} catch (const std::system_error&) {
}

std::unique_ptr<Pulse> tell_that_it_loads(const ops::Notifier& notifier) {
  if (!notifier.is_present()) return nullptr;
  return std::make_unique<Pulse>(kLoadPulse, [&notifier] { static_cast<void>(notifier.extend(3 * kLoadPulse)); });
}

std::chrono::milliseconds Watchdog::interval() const noexcept {
  if (!limit_) return kInterval;
  // Twice within the limit, as sd_watchdog_enabled(3) recommends.
  const auto half = std::chrono::floor<std::chrono::milliseconds>(*limit_ / 2);
  return std::clamp(half, std::chrono::milliseconds{1}, kInterval);
}

void Watchdog::look() {
  const auto now = std::chrono::steady_clock::now();
  if (now < next_look_) return;
  next_look_ = now + interval();
  const bool is_alive_now = is_alive();
  if (is_alive_now != was_alive_) {
    was_alive_ = is_alive_now;
    if (is_alive_now)
      log_.write(ops::Level::info, "worker_turns_again", {});
    else
      log_.write(ops::Level::error, "worker_stuck", {{"seconds", std::int64_t{kLongestTurn.count()}}});
  }
  if (is_alive_now && limit_) static_cast<void>(notifier_.watchdog());
}

void block_signals() noexcept {
  const auto signals = our_signals();
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  // A peer or log reader that closes must cause a write error, not end the process.
  std::signal(SIGPIPE, SIG_IGN);
  // Operators send these to other servers, whose default would end this one.
  std::signal(SIGUSR1, SIG_IGN);
  std::signal(SIGUSR2, SIG_IGN);
}

std::optional<Signal> wait_for_signal(std::chrono::milliseconds timeout) noexcept {
  const auto signals = our_signals();
  const auto whole = std::chrono::duration_cast<std::chrono::seconds>(timeout);
  const timespec limit{whole.count(), std::chrono::nanoseconds(timeout - whole).count()};
  const int number = ::sigtimedwait(&signals, nullptr, &limit);
  if (number < 0) return std::nullopt;
  if (number == SIGIO) return Signal::change;
  return number == SIGHUP ? Signal::reload : Signal::stop;
}

}  // namespace agent_access::app
