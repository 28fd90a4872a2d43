#include "ops/exposition.hpp"

#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

#include <limits>
#include <span>

namespace agent_access::ops {
namespace {

using prometheus::MetricFamily;
using prometheus::MetricType;
using Labels = std::vector<prometheus::ClientMetric::Label>;

constexpr std::array<std::string_view, kMethodCount> kMethods = {"GET", "HEAD",  "POST",   "OPTIONS",
                                                                 "PUT", "PATCH", "DELETE", "_OTHER"};

template <class Number>
void add_sample(MetricFamily& family, Labels labels, Number value) {
  auto& metric = family.metric.emplace_back();
  metric.label = std::move(labels);
  auto& target = family.type == MetricType::Gauge ? metric.gauge.value : metric.counter.value;
  target = static_cast<double>(value);
}

class Exposition {
 public:
  /// Valid until the next family is added.
  MetricFamily& family(const char* name, const char* help, MetricType type = MetricType::Counter) {
    return families_.emplace_back(MetricFamily{.name = name, .help = help, .type = type, .metric = {}});
  }
  template <class Number>
  void counter(const char* name, const char* help, Number value) {
    add_sample(family(name, help), {}, value);
  }
  template <class Number>
  void gauge(const char* name, const char* help, Number value) {
    add_sample(family(name, help, MetricType::Gauge), {}, value);
  }
  /// Adds nothing without a value.
  template <class Number>
  void gauge(const char* name, const char* help, const std::optional<Number>& value) {
    if (value) gauge(name, help, *value);
  }
  /// One sample for each name.
  void counters(const char* name, const char* help, const char* label, std::span<const std::string_view> names,
                std::span<const std::uint64_t> values) {
    MetricFamily& added = family(name, help);
    for (std::size_t index = 0; index < names.size(); ++index) {
      add_sample(added, {{label, std::string(names[index])}}, values[index]);
    }
  }
  [[nodiscard]] std::string text() const { return prometheus::TextSerializer().Serialize(families_); }

 private:
  std::vector<MetricFamily> families_;
};

std::string name_of_route(std::size_t route) { return std::string(route_name(static_cast<http::Route>(route))); }

void add_requests(Exposition& out, const Totals& totals) {
  MetricFamily& family = out.family("http_server_requests_total", "Responses by route, method and status.");
  for (std::size_t index = 0; index < kResponseCounters; ++index) {
    if (totals.responses[index] == 0) continue;
    const std::uint16_t status = status_at(index % kStatusCount);
    add_sample(family,
               {{"http_route", name_of_route(index / kStatusCount / kMethodCount)},
                {"http_request_method", std::string(kMethods[index / kStatusCount % kMethodCount])},
                {"http_response_status_code", status == 0 ? "other" : std::to_string(status)}},
               totals.responses[index]);
  }
}

void add_durations(Exposition& out, const Totals& totals) {
  MetricFamily& family = out.family("http_server_request_duration_seconds",
                                    "From the first byte of the request read to the last byte of the response written.",
                                    MetricType::Histogram);
  for (std::size_t route = 0; route < kRouteCount; ++route) {
    prometheus::ClientMetric metric;
    metric.label = {{"http_route", name_of_route(route)}};
    std::uint64_t cumulative = 0;
    for (std::size_t index = 0; index < kDurationBuckets; ++index) {
      cumulative += totals.durations[route].buckets[index];
      const double bound = index < kDurationBounds.size()
                               ? std::chrono::duration<double>(kDurationBounds[index]).count()
                               : std::numeric_limits<double>::infinity();
      metric.histogram.bucket.push_back({cumulative, bound});
    }
    if (cumulative == 0) continue;
    metric.histogram.sample_count = cumulative;
    metric.histogram.sample_sum = static_cast<double>(totals.durations[route].nanoseconds) / 1e9;
    family.metric.push_back(std::move(metric));
  }
}

/// Gated documents and gates; no family if none was asked for.
void add_resources(Exposition& out, const std::map<std::string, ResourceTotals>& resources) {
  if (resources.empty()) return;
  MetricFamily& responses =
      out.family("agent_access_resource_responses_total",
                 "Responses by gated document or gate and by status class. Of a gate: its decisions.");
  for (const auto& [name, totals] : resources) {
    for (std::size_t of_class = 0; of_class < kStatusClasses; ++of_class) {
      if (totals.status_classes[of_class] == 0) continue;
      add_sample(responses,
                 {{"resource", name}, {"http_response_status_class", std::string(kStatusClassNames[of_class])}},
                 totals.status_classes[of_class]);
    }
  }
  MetricFamily& refusals =
      out.family("agent_access_resource_refusals_total", "Refused requests by gated document or gate and by reason.");
  for (const auto& [name, totals] : resources) {
    for (const auto& [reason, count] : totals.refusals) {
      if (count != 0) add_sample(refusals, {{"resource", name}, {"reason", reason}}, count);
    }
  }
  MetricFamily& bytes =
      out.family("agent_access_resource_response_bytes_total",
                 "Bytes of the bodies of gated documents. What is behind a gate is sent by the proxy.");
  for (const auto& [name, totals] : resources) {
    if (totals.bytes != 0) add_sample(bytes, {{"resource", name}}, totals.bytes);
  }
}

/// The names are those of Prometheus' client libraries.
void add_process(Exposition& out, const ProcessFacts& facts) {
  if (facts.cpu_seconds) {
    out.counter("process_cpu_seconds_total", "User and system CPU time spent.", *facts.cpu_seconds);
  }
  out.gauge("process_open_fds", "Open file descriptors.", facts.open_descriptors);
  out.gauge("process_max_fds", "The limit of open file descriptors.", facts.most_descriptors);
  out.gauge("process_virtual_memory_bytes", "Virtual memory.", facts.virtual_bytes);
  out.gauge("process_resident_memory_bytes", "Resident memory.", facts.resident_bytes);
  out.gauge("process_start_time_seconds", "When the process started, since 1970.", facts.start_time);
}

}  // namespace

std::string expose(const Totals& totals, const Gauges& gauges) {
  Exposition out;
  add_requests(out, totals);
  add_durations(out, totals);
  MetricFamily& refusals = out.family("agent_access_refusals_total", "Refused requests by reason.");
  for (const auto& [reason, count] : totals.refusals) add_sample(refusals, {{"reason", reason}}, count);
  add_resources(out, totals.resources);
  MetricFamily& handshakes = out.family("agent_access_tls_handshakes_total", "TLS handshakes by outcome.");
  for (std::size_t index = 0; index < kHandshakes.size(); ++index) {
    if (totals.handshakes[index] == 0) continue;
    add_sample(handshakes, {{"outcome", std::string(kHandshakes[index])}}, totals.handshakes[index]);
  }
  out.counter("agent_access_registrations_total", "Clients registered.", totals.of(Activity::registration));
  out.counter("agent_access_tokens_issued_total", "Access tokens issued.", totals.of(Activity::token));
  out.counter("agent_access_previous_secret_tokens_total",
              "Access tokens issued to clients whose secret is derived from a previous master secret.",
              totals.of(Event::previous_secret_used));
  out.counter("agent_access_connections_total", "Connections accepted.", totals.of(Event::connection_opened));
  out.gauge("agent_access_connections_open", "Connections open now.", totals.open_connections());
  out.counters("agent_access_connections_refused_total", "Refused connections by the limit that was reached.", "reason",
               kRefusedConnections, totals.refused);
  out.counter("agent_access_connections_shed_total", "Open connections closed to free memory.",
              totals.of(Event::connection_shed));
  out.gauge("agent_access_memory_held_bytes", "Memory held for connections.", gauges.held_memory);
  out.gauge("agent_access_memory_limit_bytes", "The limit of that memory: limits.memory.", gauges.memory_limit);
  out.counter("agent_access_accept_failures_total", "Failed accepts: out of descriptors or memory.",
              totals.of(Event::accept_failed));
  out.gauge("agent_access_snapshot_age_seconds", "Since the snapshot in use was built.", gauges.snapshot_age_seconds);
  out.gauge("agent_access_snapshot_number", "Snapshots built since the start.", gauges.snapshot_number);
  out.gauge("agent_access_key_rotation_seconds", "Until the next signing key is used.", gauges.seconds_to_rotation);
  out.counter("agent_access_reload_failures_total", "Failed reloads; the previous settings stay in use.",
              gauges.reload_failures);
  out.counter("agent_access_log_lines_dropped_total",
              "Log lines lost because the queue was full or the descriptor failed.", gauges.log_lines_dropped);
  out.counter("agent_access_log_lines_left_out_total", "Lines about refused requests beyond log.refusals.",
              totals.of(Event::line_left_out));
  out.counter("agent_access_limit_table_full_total",
              "Rate limit decisions without a table entry of their own, because the table was full.",
              gauges.limit_table_full);
  out.gauge("agent_access_certificate_expiry_seconds", "Until the first TLS certificate expires.",
            gauges.seconds_to_certificate_expiry);
  if (gauges.process) add_process(out, *gauges.process);
  MetricFamily& build =
      out.family("agent_access_build_info", "Always 1; the label is the running version.", MetricType::Gauge);
  add_sample(build, {{"version", gauges.version}}, 1);
  MetricFamily& sites =
      out.family("agent_access_site_info", "Always 1; the label is a base URL of the site.", MetricType::Gauge);
  for (const auto& base_url : gauges.base_urls) add_sample(sites, {{"base_url", base_url}}, 1);
  return out.text();
}

}  // namespace agent_access::ops
