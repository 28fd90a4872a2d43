#include "ops/metric_families.hpp"

#include <optional>
#include <utility>

namespace agent_access::ops {
namespace {

void append_gauge(std::vector<prometheus::MetricFamily>& families, const char* name, const char* help,
                  const std::optional<std::uint64_t>& value) {
  if (value) families.push_back(gauge_family(name, help, static_cast<double>(*value)));
}

void append_sample(prometheus::MetricFamily& family, std::vector<prometheus::ClientMetric::Label> labels,
                   std::uint64_t value) {
  if (value == 0) return;
  family.metric.emplace_back();
  family.metric.back().label = std::move(labels);
  family.metric.back().counter.value = static_cast<double>(value);
}

}  // namespace

prometheus::MetricFamily new_family(std::string name, std::string help, prometheus::MetricType type) {
  return {.name = std::move(name), .help = std::move(help), .type = type, .metric = {}};
}

prometheus::MetricFamily counter_family(std::string name, std::string help, double value) {
  auto result = new_family(std::move(name), std::move(help), prometheus::MetricType::Counter);
  result.metric.resize(1);
  result.metric.front().counter.value = value;
  return result;
}

prometheus::MetricFamily gauge_family(std::string name, std::string help, double value) {
  auto result = new_family(std::move(name), std::move(help), prometheus::MetricType::Gauge);
  result.metric.resize(1);
  result.metric.front().gauge.value = value;
  return result;
}

void append_process(std::vector<prometheus::MetricFamily>& families, const ProcessFacts& facts) {
  if (facts.cpu_seconds) {
    families.push_back(
        counter_family("process_cpu_seconds_total", "User and system CPU time spent.", *facts.cpu_seconds));
  }
  append_gauge(families, "process_open_fds", "Open file descriptors.", facts.open_descriptors);
  append_gauge(families, "process_max_fds", "The limit of open file descriptors.", facts.most_descriptors);
  append_gauge(families, "process_virtual_memory_bytes", "Virtual memory.", facts.virtual_bytes);
  append_gauge(families, "process_resident_memory_bytes", "Resident memory.", facts.resident_bytes);
  if (facts.start_time) {
    families.push_back(
        gauge_family("process_start_time_seconds", "When the process started, since 1970.", *facts.start_time));
  }
}

void append_resource_families(std::vector<prometheus::MetricFamily>& families,
                              const std::map<std::string, ResourceTotals>& resources) {
  if (resources.empty()) return;
  auto responses = new_family("agent_access_resource_responses_total",
                              "Responses by gated document or gate and by status class. Of a gate: its decisions.",
                              prometheus::MetricType::Counter);
  auto refusals =
      new_family("agent_access_resource_refusals_total", "Refused requests by gated document or gate and by reason.",
                 prometheus::MetricType::Counter);
  auto bytes = new_family("agent_access_resource_response_bytes_total",
                          "Bytes of the bodies of gated documents. What is behind a gate is sent by the proxy.",
                          prometheus::MetricType::Counter);
  for (const auto& [name, totals] : resources) {
    for (std::size_t of_class = 0; of_class < kStatusClasses; ++of_class) {
      append_sample(responses,
                    {{"resource", name}, {"http_response_status_class", std::string(kStatusClassNames[of_class])}},
                    totals.status_classes[of_class]);
    }
    for (const auto& [reason, count] : totals.refusals) {
      append_sample(refusals, {{"resource", name}, {"reason", reason}}, count);
    }
    append_sample(bytes, {{"resource", name}}, totals.bytes);
  }
  for (auto* const family : {&responses, &refusals, &bytes}) families.push_back(std::move(*family));
}

}  // namespace agent_access::ops
