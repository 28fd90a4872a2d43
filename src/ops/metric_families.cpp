#include "ops/metric_families.hpp"

#include <optional>
#include <utility>

namespace agent_access::ops {
namespace {

void append_gauge(std::vector<prometheus::MetricFamily>& families, const char* name, const char* help,
                  const std::optional<std::uint64_t>& value) {
  if (value) families.push_back(gauge_family(name, help, static_cast<double>(*value)));
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

}  // namespace agent_access::ops
