/// \file
/// Families of metrics with one sample, and those of the process. Thread safe.
#pragma once

#include <prometheus/metric_family.h>

#include <cstdint>
#include <string>
#include <vector>

#include "ops/process/process_facts.hpp"

namespace agent_access::ops {

[[nodiscard]] prometheus::MetricFamily new_family(std::string name, std::string help, prometheus::MetricType type);
[[nodiscard]] prometheus::MetricFamily counter_family(std::string name, std::string help, double value);
[[nodiscard]] prometheus::MetricFamily gauge_family(std::string name, std::string help, double value);

/// process_cpu_seconds_total and its neighbours, as Prometheus' client libraries name them.
void append_process(std::vector<prometheus::MetricFamily>& families, const ProcessFacts& facts);

}  // namespace agent_access::ops
