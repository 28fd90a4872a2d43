/// \file
/// The counters of the service. Each worker has its own, which only its thread writes: no contention on a request. They
/// are summed when somebody asks.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/handler.hpp"
#include "ops/counters.hpp"
#include "ops/outcome_words.hpp"
#include "ops/process_facts.hpp"
#include "service/outcome/outcome.hpp"

namespace agent_access::ops {

/// What is counted without labels. Closed connections come before opened ones: they are read first, so that the number
/// of open ones is never negative.
enum class Event : std::uint8_t {
  previous_secret_used,  ///< by a client that got a token
  connection_closed,
  connection_opened,
  connection_shed,
  accept_failed,
  line_left_out,  ///< of the log, beyond log.refusals
};
inline constexpr std::size_t kEventCount = static_cast<std::size_t>(Event::line_left_out) + 1;

// The names of what is counted by an enumeration of http, in its order.
inline constexpr std::array<std::string_view, 5> kHandshakes = {"full", "resumed", "failed", "timed_out", "refused"};
inline constexpr std::array<std::string_view, 3> kRefusedConnections = {"total", "address", "memory"};

/// The upper bounds of the duration histogram, from the cost of one signature to a slow client. The last bucket has
/// none.
inline constexpr std::array<std::chrono::microseconds, 11> kDurationBounds = {
    std::chrono::microseconds{50},      std::chrono::microseconds{100},      std::chrono::microseconds{250},
    std::chrono::microseconds{500},     std::chrono::microseconds{1'000},    std::chrono::microseconds{2'500},
    std::chrono::microseconds{5'000},   std::chrono::microseconds{10'000},   std::chrono::microseconds{25'000},
    std::chrono::microseconds{100'000}, std::chrono::microseconds{1'000'000}};
inline constexpr std::size_t kDurationBuckets = kDurationBounds.size() + 1;

inline constexpr std::size_t kResponseCounters = kRouteCount * kMethodCount * kStatusCount;

/// One for each worker; single writer, any reader (relaxed atomics).
class WorkerMetrics {
 public:
  WorkerMetrics();
  ~WorkerMetrics();
  /// The end of a request.
  void count(const http::Answered& answered, const service::Outcome& outcome) noexcept;
  void count(Event event) noexcept;
  void count(http::Handshake outcome) noexcept;
  void count(http::Refused cap) noexcept;

 private:
  friend class Metrics;
  struct Counters;
  std::unique_ptr<Counters> counters_;
};

/// Not cumulative.
struct DurationTotals {
  std::array<std::uint64_t, kDurationBuckets> buckets{};
  std::uint64_t nanoseconds = 0;
};

/// Everything that was counted since the start, over all workers.
struct Totals {
  std::array<std::uint64_t, kActivityCount> activities{};
  std::vector<std::uint64_t> responses = std::vector<std::uint64_t>(kResponseCounters);  ///< by route, method, status
  std::array<DurationTotals, kRouteCount> durations{};                                   ///< by publish::Route
  std::map<std::string, std::uint64_t> refusals;                                         ///< by reason
  std::map<std::string, ResourceTotals> resources;  ///< by path or prefix in the configuration
  std::array<std::uint64_t, kEventCount> events{};
  std::array<std::uint64_t, kHandshakes.size()> handshakes{};
  std::array<std::uint64_t, kRefusedConnections.size()> refused{};

  [[nodiscard]] std::uint64_t of(Event event) const noexcept { return events[static_cast<std::size_t>(event)]; }
  [[nodiscard]] std::uint64_t of(Activity activity) const noexcept {
    return activities[static_cast<std::size_t>(activity)];
  }
  [[nodiscard]] std::uint64_t open_connections() const noexcept {
    return of(Event::connection_opened) - of(Event::connection_closed);
  }
};

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
};

/// The text of `/metrics`: Prometheus text format 0.0.4, through prometheus-cpp core. Names follow OpenTelemetry's HTTP
/// conventions in Prometheus spelling. Pure; thread safe (exposition.cpp).
[[nodiscard]] std::string expose(const Totals& totals, const Gauges& gauges);

/// Owns the workers' counters.
class Metrics {
 public:
  explicit Metrics(std::size_t workers);
  [[nodiscard]] WorkerMetrics& worker(std::size_t index) noexcept { return *workers_[index]; }
  /// Any thread.
  [[nodiscard]] Totals totals() const;
  [[nodiscard]] std::string expose(const Gauges& gauges) const { return ops::expose(totals(), gauges); }

 private:
  std::vector<std::unique_ptr<WorkerMetrics>> workers_;
};

}  // namespace agent_access::ops
