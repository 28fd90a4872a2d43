#include "ops/metrics.hpp"

#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <limits>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include "ops/routes.hpp"

namespace agent_access::ops {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;

constexpr std::array<std::string_view, kMethodCount> kMethods = {"GET", "HEAD",  "POST",   "OPTIONS",
                                                                 "PUT", "PATCH", "DELETE", "_OTHER"};

// From the cost of one signature to a slow client; the last bucket is +Inf.
constexpr std::array<std::chrono::microseconds, 11> kBounds = {
    std::chrono::microseconds{50},      std::chrono::microseconds{100},      std::chrono::microseconds{250},
    std::chrono::microseconds{500},     std::chrono::microseconds{1'000},    std::chrono::microseconds{2'500},
    std::chrono::microseconds{5'000},   std::chrono::microseconds{10'000},   std::chrono::microseconds{25'000},
    std::chrono::microseconds{100'000}, std::chrono::microseconds{1'000'000}};

// Incremented by one thread alone: a load and a store, no locked instruction.
class Counter {
 public:
  void add(std::uint64_t amount = 1) noexcept {
    value_.store(value_.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint64_t value() const noexcept { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> value_{0};
};

struct Durations {
  std::array<Counter, kBounds.size() + 1> buckets;
  Counter nanoseconds;
};

// Reasons as they come up, at most so many; later ones count as "other". A name is copied, then published by `used`.
class Reasons {
 public:
  static constexpr std::size_t kSlots = 64;
  static constexpr std::size_t kLength = 48;

  void add(std::string_view reason) noexcept {
    const std::string_view name = reason.substr(0, kLength);
    const std::size_t used = used_.load(std::memory_order_relaxed);
    for (std::size_t index = 0; index < used; ++index) {
      if (slots_[index].text() == name) return slots_[index].count.add();
    }
    if (used == kSlots) return other_.add();
    std::memcpy(slots_[used].name.data(), name.data(), name.size());
    slots_[used].length = name.size();
    slots_[used].count.add();
    used_.store(used + 1, std::memory_order_release);
  }

  void sum_into(std::map<std::string, std::uint64_t>& sums) const {
    const std::size_t used = used_.load(std::memory_order_acquire);
    for (std::size_t index = 0; index < used; ++index)
      sums[std::string(slots_[index].text())] += slots_[index].count.value();
    if (other_.value() != 0) sums["other"] += other_.value();
  }

 private:
  struct Slot {
    std::array<char, kLength> name{};
    std::size_t length = 0;
    Counter count;
    [[nodiscard]] std::string_view text() const noexcept { return {name.data(), length}; }
  };
  std::array<Slot, kSlots> slots_;
  std::atomic<std::size_t> used_{0};
  Counter other_;
};

ClientMetric labelled(std::vector<ClientMetric::Label> labels) {
  ClientMetric metric;
  metric.label = std::move(labels);
  return metric;
}

MetricFamily family(std::string name, std::string help, MetricType type) {
  return {.name = std::move(name), .help = std::move(help), .type = type, .metric = {}};
}

MetricFamily counter(std::string name, std::string help, std::uint64_t value) {
  MetricFamily result = family(std::move(name), std::move(help), MetricType::Counter);
  result.metric.resize(1);
  result.metric.front().counter.value = static_cast<double>(value);
  return result;
}

MetricFamily gauge(std::string name, std::string help, double value) {
  MetricFamily result = family(std::move(name), std::move(help), MetricType::Gauge);
  result.metric.resize(1);
  result.metric.front().gauge.value = value;
  return result;
}

std::size_t bucket_of(std::chrono::nanoseconds duration) noexcept {
  const auto* const found = std::lower_bound(kBounds.begin(), kBounds.end(), duration);
  return static_cast<std::size_t>(found - kBounds.begin());
}

constexpr std::size_t request_index(std::size_t route, std::size_t method, std::size_t status) noexcept {
  return (route * kMethodCount + method) * kStatusCount + status;
}

}  // namespace

// A worker's counters stand on cache lines of their own.
struct alignas(64) WorkerMetrics::Counters {
  std::array<Counter, kRouteCount * kMethodCount * kStatusCount> requests;
  std::array<Durations, kRouteCount> durations;
  Reasons reasons;
  Counter registrations;
  Counter tokens;
  Counter opened;
  Counter closed;
  Counter accept_failures;
};

WorkerMetrics::WorkerMetrics() : counters_(std::make_unique<Counters>()) {}
WorkerMetrics::~WorkerMetrics() = default;

void WorkerMetrics::count(const http::Answered& answered) noexcept {
  const http::Response& response = answered.response;
  const std::size_t route = route_index(response.trace.route);
  const std::size_t method = std::min(static_cast<std::size_t>(answered.method), kMethodCount - 1);
  const auto duration = std::max(answered.duration, std::chrono::nanoseconds{0});
  counters_->requests[request_index(route, method, status_index(response.status))].add();
  counters_->durations[route].buckets[bucket_of(duration)].add();
  counters_->durations[route].nanoseconds.add(static_cast<std::uint64_t>(duration.count()));
  counters_->registrations.add(response.trace.registrations);
  counters_->tokens.add(response.trace.tokens_issued);
  if (response.status < 400) return;
  const std::string_view reason = response.trace.reason.empty() ? response.trace.error : response.trace.reason;
  if (!reason.empty()) counters_->reasons.add(reason);
}

void WorkerMetrics::connection_opened() noexcept { counters_->opened.add(); }
void WorkerMetrics::connection_closed() noexcept { counters_->closed.add(); }
void WorkerMetrics::accept_failed() noexcept { counters_->accept_failures.add(); }

// Sums over workers, one family a function.
struct Metrics::Sums {
  using Worker = WorkerMetrics::Counters;
  std::vector<const Worker*> workers;

  template <class Pick>
  [[nodiscard]] std::uint64_t of(Pick pick) const {
    std::uint64_t sum = 0;
    for (const Worker* worker : workers) sum += pick(*worker);
    return sum;
  }
  [[nodiscard]] MetricFamily requests() const;
  [[nodiscard]] MetricFamily durations() const;
  [[nodiscard]] MetricFamily refusals() const;
  [[nodiscard]] std::uint64_t open() const;
};

MetricFamily Metrics::Sums::requests() const {
  MetricFamily result =
      family("http_server_requests_total", "Answers by route, method and status.", MetricType::Counter);
  for (std::size_t index = 0; index < kRouteCount * kMethodCount * kStatusCount; ++index) {
    const std::uint64_t value = of([index](const Worker& worker) { return worker.requests[index].value(); });
    if (value == 0) continue;
    const std::uint16_t status = status_at(index % kStatusCount);
    ClientMetric metric = labelled({
        {"http_route", std::string(route_name(index / kStatusCount / kMethodCount))},
        {"http_request_method", std::string(kMethods[index / kStatusCount % kMethodCount])},
        {"http_response_status_code", status == 0 ? "other" : std::to_string(status)},
    });
    metric.counter.value = static_cast<double>(value);
    result.metric.push_back(std::move(metric));
  }
  return result;
}

MetricFamily Metrics::Sums::durations() const {
  MetricFamily result =
      family("http_server_request_duration_seconds",
             "From the first byte of a request read to the last byte of its answer written.", MetricType::Histogram);
  for (std::size_t route = 0; route < kRouteCount; ++route) {
    ClientMetric metric = labelled({{"http_route", std::string(route_name(route))}});
    std::uint64_t cumulative = 0;
    for (std::size_t index = 0; index <= kBounds.size(); ++index) {
      cumulative += of([=](const Worker& worker) { return worker.durations[route].buckets[index].value(); });
      const double bound = index < kBounds.size() ? std::chrono::duration<double>(kBounds[index]).count()
                                                  : std::numeric_limits<double>::infinity();
      metric.histogram.bucket.push_back({cumulative, bound});
    }
    if (cumulative == 0) continue;
    const std::uint64_t nanoseconds =
        of([=](const Worker& worker) { return worker.durations[route].nanoseconds.value(); });
    metric.histogram.sample_count = cumulative;
    metric.histogram.sample_sum = static_cast<double>(nanoseconds) / 1e9;
    result.metric.push_back(std::move(metric));
  }
  return result;
}

MetricFamily Metrics::Sums::refusals() const {
  std::map<std::string, std::uint64_t> sums;
  for (const Worker* worker : workers) worker->reasons.sum_into(sums);
  MetricFamily result = family("agent_access_refusals_total", "Refused requests by reason.", MetricType::Counter);
  for (const auto& [reason, value] : sums) {
    result.metric.push_back(labelled({{"reason", reason}}));
    result.metric.back().counter.value = static_cast<double>(value);
  }
  return result;
}

std::uint64_t Metrics::Sums::open() const {
  // Closings first: a connection opened between the two reads then cannot make the difference negative.
  const std::uint64_t closed = of([](const Worker& worker) { return worker.closed.value(); });
  const std::uint64_t opened = of([](const Worker& worker) { return worker.opened.value(); });
  return opened > closed ? opened - closed : 0;
}

Metrics::Metrics(std::size_t workers) {
  workers_.reserve(workers);
  for (std::size_t index = 0; index < workers; ++index) workers_.push_back(std::make_unique<WorkerMetrics>());
}

Metrics::~Metrics() = default;

WorkerMetrics& Metrics::worker(std::size_t index) noexcept { return *workers_[index]; }

std::string Metrics::expose(const Gauges& gauges) const {
  using Worker = Sums::Worker;
  Sums sums;
  for (const auto& worker : workers_) sums.workers.push_back(worker->counters_.get());
  std::vector<MetricFamily> families;
  families.push_back(sums.requests());
  families.push_back(sums.durations());
  families.push_back(sums.refusals());
  families.push_back(counter("agent_access_registrations_total", "Clients registered.",
                             sums.of([](const Worker& worker) { return worker.registrations.value(); })));
  families.push_back(counter("agent_access_tokens_issued_total", "Access tokens issued.",
                             sums.of([](const Worker& worker) { return worker.tokens.value(); })));
  families.push_back(counter("agent_access_connections_total", "Connections accepted.",
                             sums.of([](const Worker& worker) { return worker.opened.value(); })));
  families.push_back(gauge("agent_access_connections_open", "Connections open now.", static_cast<double>(sums.open())));
  families.push_back(counter("agent_access_accept_failures_total", "Accepts that failed for lack of a resource.",
                             sums.of([](const Worker& worker) { return worker.accept_failures.value(); })));
  families.push_back(
      gauge("agent_access_snapshot_age_seconds", "Since the snapshot in use was built.", gauges.snapshot_age_seconds));
  families.push_back(gauge("agent_access_snapshot_number", "Snapshots built since the start.",
                           static_cast<double>(gauges.snapshot_number)));
  families.push_back(
      gauge("agent_access_key_rotation_seconds", "Until the next signing key takes over.", gauges.seconds_to_rotation));
  families.push_back(counter("agent_access_reload_failures_total", "Reloads refused; the former settings stayed.",
                             gauges.reload_failures));
  families.push_back(counter("agent_access_log_lines_dropped_total",
                             "Log lines that found the queue full or the descriptor failing.",
                             gauges.log_lines_dropped));
  families.push_back(gauge("agent_access_build_info", "Always 1; the label says what runs.", 1));
  families.back().metric.front().label = {{"version", gauges.version}};
  return prometheus::TextSerializer().Serialize(families);
}

}  // namespace agent_access::ops
