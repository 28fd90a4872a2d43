/// \file
/// Families of metrics with one sample, those of gated documents and gates, and those of the process. Thread safe.
#pragma once

#include <prometheus/metric_family.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ops/counts/resource_counters.hpp"
#include "ops/process/process_facts.hpp"

namespace agent_access::ops {

[[nodiscard]] prometheus::MetricFamily new_family(std::string name, std::string help, prometheus::MetricType type);
[[nodiscard]] prometheus::MetricFamily counter_family(std::string name, std::string help, double value);
[[nodiscard]] prometheus::MetricFamily gauge_family(std::string name, std::string help, double value);

/// process_cpu_seconds_total and its neighbours, as Prometheus' client libraries name them.
void append_process(std::vector<prometheus::MetricFamily>& families, const ProcessFacts& facts);

/// The families of gated documents and gates; none if there is nothing to report.
void append_resource_families(std::vector<prometheus::MetricFamily>& families,
                              const std::map<std::string, ResourceTotals>& resources);

}  // namespace agent_access::ops
