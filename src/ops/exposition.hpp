/// \file
/// The text of /metrics: Prometheus text format 0.0.4, through prometheus-cpp core. Names follow OpenTelemetry's HTTP
/// conventions in Prometheus spelling. Pure; thread safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ops/process_facts.hpp"
#include "ops/totals.hpp"

namespace agent_access::ops {

/// Values that the rest of the program supplies for a scrape.
struct Gauges {
  double snapshot_age_seconds = 0;
  double seconds_to_rotation = 0;
  std::uint64_t snapshot_number = 0;
  std::uint64_t reload_failures = 0;
  std::uint64_t log_lines_dropped = 0;
  std::uint64_t limit_table_full = 0;
  std::uint64_t held_memory = 0;                          ///< bytes
  std::uint64_t memory_limit = 0;                         ///< bytes
  std::optional<double> seconds_to_certificate_expiry{};  ///< nothing without TLS
  std::optional<ProcessFacts> process = std::nullopt;
  std::string version;
  std::vector<std::string> base_urls{};
};

[[nodiscard]] std::string expose(const Totals& totals, const Gauges& gauges);

}  // namespace agent_access::ops
