/// \file
/// Counters of one worker, written by its thread only and summed when scraped: no contention on a request.
/// Names follow OpenTelemetry's HTTP conventions in Prometheus spelling.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/handler.hpp"
#include "ops/counts/resource_counters.hpp"
#include "ops/process/process_facts.hpp"
#include "ops/routes.hpp"
#include "service/outcome/outcome.hpp"

namespace agent_access::ops {

/// "full", "resumed", "failed", "timed_out", "refused".
[[nodiscard]] std::string_view handshake_name(http::Handshake outcome) noexcept;

/// One for each worker; single writer, any reader (relaxed atomics).
class WorkerMetrics {
 public:
  WorkerMetrics();
  ~WorkerMetrics();
  void count(const http::Answered& answered, const service::Outcome& outcome) noexcept;
  void connection_opened() noexcept;
  void connection_closed() noexcept;
  void connection_refused(http::Refused cap) noexcept;
  void connection_shed(http::Shed reason) noexcept;
  void accept_failed() noexcept;
  void handshake_ended(http::Handshake outcome) noexcept;
  void http2_began() noexcept;
  void line_left_out() noexcept;
  void http2_abused() noexcept;

 private:
  friend class Metrics;
  struct Counters;
  std::unique_ptr<Counters> counters_;
};

/// Limits shared between replicas.
struct SharedLimitGauges {
  std::vector<std::pair<std::string_view, bool>> states;             ///< one of them is true
  std::vector<std::pair<std::string_view, std::uint64_t>> failures;  ///< by kind
  std::uint64_t batches = 0;
  std::uint64_t sent = 0;
  std::uint64_t merged = 0;
  std::uint64_t dropped = 0;
  std::optional<double> last_success_age_seconds;
};

/// Values that the rest of the program supplies for a scrape.
struct Gauges {
  double snapshot_age_seconds = 0;
  double seconds_to_rotation = 0;
  std::uint64_t snapshot_number = 0;
  std::uint64_t reload_failures = 0;
  std::uint64_t log_lines_dropped = 0;
  std::uint64_t limit_table_full = 0;
  std::uint64_t held_memory = 0;                                  ///< bytes
  std::uint64_t memory_limit = 0;                                 ///< bytes
  std::optional<SharedLimitGauges> shared_limits = std::nullopt;  ///< nothing when limits are not shared
  std::optional<double> seconds_to_certificate_expiry{};          ///< nothing without TLS
  std::optional<ProcessFacts> process = std::nullopt;
  std::string version;
};

/// The upper bounds of the duration histogram without the last one, which is infinite.
[[nodiscard]] std::span<const std::chrono::microseconds> duration_bounds() noexcept;

inline constexpr std::size_t kDurationBuckets = 12;

struct Totals {
  std::uint64_t requests = 0;
  std::array<std::uint64_t, kRouteCount> routes{};             ///< by publish::Route
  std::array<std::uint64_t, kStatusClasses> status_classes{};  ///< [2] is 2xx; [0]: other
  std::array<std::uint64_t, kDurationBuckets> durations{};     ///< not cumulative
  std::map<std::string, std::uint64_t> refusals;               ///< by reason
  std::map<std::string, ResourceTotals> resources;             ///< by path or prefix in the configuration
  std::uint64_t registrations = 0;
  std::uint64_t tokens = 0;
  std::uint64_t profiles = 0;  ///< reads of the profile: GET or HEAD with 200 or 304
  std::uint64_t connections = 0;
  std::uint64_t open_connections = 0;
  std::uint64_t refused_connections = 0;
  std::uint64_t shed_connections = 0;
  std::uint64_t lines_left_out = 0;  ///< of the log, beyond log.refusals
};

/// Owns the workers' counters and writes the exposition (Prometheus text format 0.0.4 through prometheus-cpp core).
class Metrics {
 public:
  explicit Metrics(std::size_t workers);
  ~Metrics();
  [[nodiscard]] WorkerMetrics& worker(std::size_t index) noexcept;
  [[nodiscard]] std::string expose(const Gauges& gauges) const;
  /// Sums over the workers. Any thread.
  [[nodiscard]] Totals totals() const;

 private:
  struct Sums;
  std::vector<std::unique_ptr<WorkerMetrics>> workers_;
};

}  // namespace agent_access::ops
