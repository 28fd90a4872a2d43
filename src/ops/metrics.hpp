/// \file
/// The counters of the service. Each worker has its own, which only its thread writes: no contention on a request. They
/// are summed when somebody asks.
///
/// Counters that one thread writes and any thread may read (relaxed atomics).
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "http/handler.hpp"
#include "ops/outcome_words.hpp"

namespace agent_access::ops {

/// Incremented by one thread only: a load and a store, no locked instruction.
class Counter {
 public:
  void add(std::uint64_t amount = 1) noexcept {
    value_.store(value_.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint64_t value() const noexcept { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> value_{0};
};

/// Refusal reasons in order of appearance, at most kSlots; later ones count as "other". `used_` is raised after the
/// name is copied.
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

// What one worker counts by gated document and gate: responses by status class, refusals by reason, bytes of bodies.
// The worker's thread writes, any thread reads (relaxed atomics). Bounded: the names come from the configuration, and
// of further ones, which only reloads can bring, everything is counted under "other".

inline constexpr std::size_t kStatusClasses = 6;
/// By status class: 2 for 2xx; 0 for a status that is none.
inline constexpr std::array<std::string_view, kStatusClasses> kStatusClassNames = {"other", "1xx", "2xx",
                                                                                   "3xx",   "4xx", "5xx"};

/// Of one gated document or gate.
struct ResourceTotals {
  std::array<std::uint64_t, kStatusClasses> status_classes{};
  std::map<std::string, std::uint64_t> refusals;  ///< by reason
  std::uint64_t bytes = 0;                        ///< of the bodies of documents
};

class ResourceCounters {
 public:
  static constexpr std::size_t kMostNames = 256;

  ResourceCounters();
  ~ResourceCounters();
  ResourceCounters(const ResourceCounters&) = delete;
  ResourceCounters& operator=(const ResourceCounters&) = delete;

  struct Response {
    std::uint16_t status;
    std::string_view reason;  ///< of a refusal; empty otherwise
    std::uint64_t bytes;      ///< of its body
  };
  /// Out of memory, the response is not counted here.
  void count(std::string_view resource, const Response& response) noexcept;
  void sum_into(std::map<std::string, ResourceTotals>& sums) const;

 private:
  struct Row;
  [[nodiscard]] Row& row_of(std::string_view resource);

  std::array<std::unique_ptr<Row>, kMostNames> rows_;
  std::atomic<std::size_t> used_{0};                  ///< raised after a row is complete
  std::unordered_map<std::string_view, Row*> found_;  ///< by the name in the row; the worker's thread only
};

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

/// The upper bounds of the duration histogram, from one signature to a slow client. The last bucket has none.
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
  void count(const http::Answered& answered) noexcept;
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
  std::array<DurationTotals, kRouteCount> durations{};                                   ///< by http::Route
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

/// What a process manager shows of this process, for the metrics that Prometheus' client libraries name process_*. Read
/// from the kernel: getrusage(2), getrlimit(2) and /proc/self, which the unit's ProcSubset=pid leaves visible. Thread
/// safe (process_facts.cpp). A value that cannot be read is left out.
struct ProcessFacts {
  std::optional<double> cpu_seconds;  ///< user and system time
  std::optional<std::uint64_t> open_descriptors;
  std::optional<std::uint64_t> most_descriptors;  ///< the soft limit
  std::optional<std::uint64_t> virtual_bytes;
  std::optional<std::uint64_t> resident_bytes;
  std::optional<double> start_time;  ///< Unix time
};

[[nodiscard]] ProcessFacts read_process_facts();

/// Of the text of /proc/self/statm, in pages.
struct MemoryPages {
  std::uint64_t total = 0;
  std::uint64_t resident = 0;
};
[[nodiscard]] std::optional<MemoryPages> parse_statm(std::string_view text) noexcept;
/// Field 22 of the text of /proc/self/stat: clock ticks from the boot to the start. The name of the program, field 2,
/// may contain spaces and parentheses.
[[nodiscard]] std::optional<std::uint64_t> parse_start_ticks(std::string_view stat) noexcept;

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
