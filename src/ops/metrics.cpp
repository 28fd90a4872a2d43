#include "ops/metrics.hpp"

#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

#include <array>
#include <chrono>
#include <limits>
#include <map>
#include <string_view>
#include <utility>

#include "ops/counters.hpp"
#include "ops/metric_families.hpp"
#include "ops/process/process_facts.hpp"
#include "ops/routes.hpp"

namespace agent_access::ops {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;

ClientMetric labelled(std::vector<ClientMetric::Label> labels) {
  ClientMetric metric;
  metric.label = std::move(labels);
  return metric;
}

MetricFamily counter(std::string name, std::string help, std::uint64_t value) {
  return counter_family(std::move(name), std::move(help), static_cast<double>(value));
}

void append_shared_limits(std::vector<MetricFamily>& families, const SharedLimitGauges& gauges) {
  MetricFamily states = new_family("agent_access_shared_limits_state",
                                   "1 for the state of this replica's connection to the fleet.", MetricType::Gauge);
  for (const auto& [state, is_present] : gauges.states) {
    states.metric.push_back(labelled({{"state", std::string(state)}}));
    states.metric.back().gauge.value = is_present ? 1 : 0;
  }
  families.push_back(std::move(states));
  MetricFamily failures = new_family("agent_access_shared_limits_failures_total", "Lost connections to Redis by kind.",
                                     MetricType::Counter);
  for (const auto& [kind, count] : gauges.failures) {
    failures.metric.push_back(labelled({{"kind", std::string(kind)}}));
    failures.metric.back().counter.value = static_cast<double>(count);
  }
  families.push_back(std::move(failures));
  families.push_back(
      counter("agent_access_shared_limits_batches_total", "Batches that Redis accepted.", gauges.batches));
  families.push_back(counter("agent_access_shared_limits_told_total", "Debts sent to the fleet.", gauges.sent));
  families.push_back(
      counter("agent_access_shared_limits_merged_total", "Debts received from the fleet.", gauges.merged));
  families.push_back(counter("agent_access_shared_limits_dropped_total",
                             "Debts that could not be sent; the local table keeps them.", gauges.dropped));
  if (!gauges.last_success_age_seconds) return;
  families.push_back(gauge_family("agent_access_shared_limits_last_success_age_seconds",
                                  "Since Redis last accepted a batch.", *gauges.last_success_age_seconds));
}

}  // namespace

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
  /// Nothing unless a document or gate was asked for.
  void append_resources(std::vector<MetricFamily>& families) const;
  [[nodiscard]] MetricFamily handshakes() const;
  [[nodiscard]] MetricFamily refused_connections() const;
  [[nodiscard]] MetricFamily shed_connections() const;
  [[nodiscard]] std::uint64_t open() const;
};

MetricFamily Metrics::Sums::requests() const {
  MetricFamily result =
      new_family("http_server_requests_total", "Responses by route, method and status.", MetricType::Counter);
  for (std::size_t index = 0; index < kRouteCount * kMethodCount * kStatusCount; ++index) {
    const std::uint64_t value = of([index](const Worker& worker) { return worker.requests[index].value(); });
    if (value == 0) continue;
    const std::uint16_t status = status_at(index % kStatusCount);
    ClientMetric metric = labelled({
        {"http_route", std::string(route_name(static_cast<publish::Route>(index / kStatusCount / kMethodCount)))},
        {"http_request_method", std::string(kMethods[index / kStatusCount % kMethodCount])},
        {"http_response_status_code", status == 0 ? "other" : std::to_string(status)},
    });
    metric.counter.value = static_cast<double>(value);
    result.metric.push_back(std::move(metric));
  }
  return result;
}

MetricFamily Metrics::Sums::durations() const {
  MetricFamily result = new_family("http_server_request_duration_seconds",
                                   "From the first byte of the request read to the last byte of the response written.",
                                   MetricType::Histogram);
  for (std::size_t route = 0; route < kRouteCount; ++route) {
    ClientMetric metric = labelled({{"http_route", std::string(route_name(static_cast<publish::Route>(route)))}});
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
  MetricFamily result = new_family("agent_access_refusals_total", "Refused requests by reason.", MetricType::Counter);
  for (const auto& [reason, value] : sums) {
    result.metric.push_back(labelled({{"reason", reason}}));
    result.metric.back().counter.value = static_cast<double>(value);
  }
  return result;
}

void Metrics::Sums::append_resources(std::vector<MetricFamily>& families) const {
  std::map<std::string, ResourceTotals> sums;
  for (const Worker* worker : workers) worker->resources.sum_into(sums);
  append_resource_families(families, sums);
}

MetricFamily Metrics::Sums::handshakes() const {
  MetricFamily result =
      new_family("agent_access_tls_handshakes_total", "TLS handshakes by outcome.", MetricType::Counter);
  for (std::size_t index = 0; index < kHandshakes.size(); ++index) {
    const std::uint64_t value = of([index](const Worker& worker) { return worker.handshakes[index].value(); });
    if (value == 0) continue;
    result.metric.push_back(labelled({{"outcome", std::string(kHandshakes[index])}}));
    result.metric.back().counter.value = static_cast<double>(value);
  }
  return result;
}

MetricFamily Metrics::Sums::refused_connections() const {
  MetricFamily result = new_family("agent_access_connections_refused_total",
                                   "Refused connections by the limit that was reached.", MetricType::Counter);
  for (std::size_t index = 0; index < kRefusedConnections.size(); ++index) {
    const std::uint64_t value = of([index](const Worker& worker) { return worker.refused[index].value(); });
    result.metric.push_back(labelled({{"reason", std::string(kRefusedConnections[index])}}));
    result.metric.back().counter.value = static_cast<double>(value);
  }
  return result;
}

MetricFamily Metrics::Sums::shed_connections() const {
  MetricFamily result =
      new_family("agent_access_connections_shed_total",
                 "Open connections closed to make room, by the resource that ran out.", MetricType::Counter);
  for (std::size_t index = 0; index < kShedConnections.size(); ++index) {
    const std::uint64_t value = of([index](const Worker& worker) { return worker.shed[index].value(); });
    result.metric.push_back(labelled({{"reason", std::string(kShedConnections[index])}}));
    result.metric.back().counter.value = static_cast<double>(value);
  }
  return result;
}

std::uint64_t Metrics::Sums::open() const {
  // Closed ones are read first: the difference then cannot be negative.
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
  sums.append_resources(families);
  families.push_back(sums.handshakes());
  families.push_back(counter("agent_access_registrations_total", "Clients registered.",
                             sums.of([](const Worker& worker) { return worker.registrations.value(); })));
  families.push_back(counter("agent_access_tokens_issued_total", "Access tokens issued.",
                             sums.of([](const Worker& worker) { return worker.tokens.value(); })));
  families.push_back(counter("agent_access_previous_secret_tokens_total",
                             "Access tokens issued to clients whose secret is derived from a previous master secret.",
                             sums.of([](const Worker& worker) { return worker.previous_master.value(); })));
  families.push_back(counter("agent_access_connections_total", "Connections accepted.",
                             sums.of([](const Worker& worker) { return worker.opened.value(); })));
  families.push_back(
      gauge_family("agent_access_connections_open", "Connections open now.", static_cast<double>(sums.open())));
  families.push_back(sums.refused_connections());
  families.push_back(sums.shed_connections());
  families.push_back(gauge_family("agent_access_memory_held_bytes", "Memory held for connections.",
                                  static_cast<double>(gauges.held_memory)));
  families.push_back(gauge_family("agent_access_memory_limit_bytes", "The limit of that memory: limits.memory.",
                                  static_cast<double>(gauges.memory_limit)));
  families.push_back(counter("agent_access_http2_connections_total", "Connections that use HTTP/2.",
                             sums.of([](const Worker& worker) { return worker.http2.value(); })));
  families.push_back(counter("agent_access_http2_abused_total", "HTTP/2 connections ended with ENHANCE_YOUR_CALM.",
                             sums.of([](const Worker& worker) { return worker.http2_abused.value(); })));
  families.push_back(counter("agent_access_accept_failures_total", "Failed accepts: out of descriptors or memory.",
                             sums.of([](const Worker& worker) { return worker.accept_failures.value(); })));
  families.push_back(gauge_family("agent_access_snapshot_age_seconds", "Since the snapshot in use was built.",
                                  gauges.snapshot_age_seconds));
  families.push_back(gauge_family("agent_access_snapshot_number", "Snapshots built since the start.",
                                  static_cast<double>(gauges.snapshot_number)));
  families.push_back(gauge_family("agent_access_key_rotation_seconds", "Until the next signing key is used.",
                                  gauges.seconds_to_rotation));
  families.push_back(counter("agent_access_reload_failures_total", "Failed reloads; the previous settings stay in use.",
                             gauges.reload_failures));
  families.push_back(counter("agent_access_log_lines_dropped_total",
                             "Log lines lost because the queue was full or the descriptor failed.",
                             gauges.log_lines_dropped));
  families.push_back(counter("agent_access_log_lines_left_out_total",
                             "Lines about refused requests beyond log.refusals.",
                             sums.of([](const Worker& worker) { return worker.lines_left_out.value(); })));
  families.push_back(counter("agent_access_limit_table_full_total",
                             "Rate limit decisions without a table entry of their own, because the table was full.",
                             gauges.limit_table_full));
  if (gauges.seconds_to_certificate_expiry) {
    families.push_back(gauge_family("agent_access_certificate_expiry_seconds",
                                    "Until the first TLS certificate expires.", *gauges.seconds_to_certificate_expiry));
  }
  if (gauges.shared_limits) append_shared_limits(families, *gauges.shared_limits);
  if (gauges.process) append_process(families, *gauges.process);
  families.push_back(gauge_family("agent_access_build_info", "Always 1; the label is the running version.", 1));
  families.back().metric.front().label = {{"version", gauges.version}};
  return prometheus::TextSerializer().Serialize(families);
}

}  // namespace agent_access::ops
