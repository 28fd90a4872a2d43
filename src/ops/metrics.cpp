#include "ops/metrics.hpp"

#include <algorithm>

#include "ops/counter.hpp"

namespace agent_access::ops {
namespace {

struct Durations {
  std::array<Counter, kDurationBuckets> buckets;
  Counter nanoseconds;
};

std::size_t bucket_of(std::chrono::nanoseconds duration) noexcept {
  const auto* const found = std::lower_bound(kDurationBounds.begin(), kDurationBounds.end(), duration);
  return static_cast<std::size_t>(found - kDurationBounds.begin());
}

/// The body of what is behind a gate is sent by the proxy.
std::uint64_t sent_bytes(const http::Response& response, http::Route route) noexcept {
  return route == http::Route::gate || response.omit_body ? 0 : response.content_length();
}

/// An error of MCP may be in a 200.
std::uint16_t status_of(const http::Response& response, std::string_view reason) noexcept {
  return reason.empty() ? response.status : std::max<std::uint16_t>(response.status, 400);
}

template <std::size_t size>
void add_all(std::array<std::uint64_t, size>& sums, const std::array<Counter, size>& counters) noexcept {
  for (std::size_t index = 0; index < size; ++index) sums[index] += counters[index].value();
}

void add_responses(std::size_t index, std::uint64_t value, Totals& totals) noexcept {
  const auto route = static_cast<http::Route>(index / kStatusCount / kMethodCount);
  const auto method = static_cast<http::Method>(index / kStatusCount % kMethodCount);
  const std::uint16_t status = status_at(index % kStatusCount);
  totals.responses[index] += value;
  totals.activities[static_cast<std::size_t>(activity_of(route, method, status))] += value;
}

}  // namespace

// Aligned, so that workers share no cache line.
struct alignas(64) WorkerMetrics::Counters {
  std::array<Counter, kResponseCounters> responses;
  std::array<Durations, kRouteCount> durations;
  Reasons reasons;
  ResourceCounters resources;
  std::array<Counter, kEventCount> events;
  std::array<Counter, kHandshakes.size()> handshakes;
  std::array<Counter, kRefusedConnections.size()> refused;
};

WorkerMetrics::WorkerMetrics() : counters_(std::make_unique<Counters>()) {}
WorkerMetrics::~WorkerMetrics() = default;

void WorkerMetrics::count(const http::Answered& answered) noexcept {
  const http::Response& response = answered.response;
  const http::Outcome& outcome = response.outcome;
  const auto route = static_cast<std::size_t>(outcome.route);
  const std::size_t method = std::min(static_cast<std::size_t>(answered.method), kMethodCount - 1);
  const auto duration = std::max(answered.duration, std::chrono::nanoseconds{0});
  counters_->responses[(route * kMethodCount + method) * kStatusCount + status_index(response.status)].add();
  counters_->durations[route].buckets[bucket_of(duration)].add();
  counters_->durations[route].nanoseconds.add(static_cast<std::uint64_t>(duration.count()));
  const std::string_view reason = outcome.fault != nullptr ? outcome.fault->name : std::string_view();
  if (!outcome.resource.empty()) {
    counters_->resources.count(outcome.resource,
                               {status_of(response, reason), reason, sent_bytes(response, outcome.route)});
  }
  if (outcome.fault != nullptr) return counters_->reasons.add(reason);
  if (outcome.used_previous_master) count(Event::previous_secret_used);
}

void WorkerMetrics::count(Event event) noexcept { counters_->events[static_cast<std::size_t>(event)].add(); }
void WorkerMetrics::count(http::Handshake outcome) noexcept {
  counters_->handshakes[static_cast<std::size_t>(outcome)].add();
}
void WorkerMetrics::count(http::Refused cap) noexcept { counters_->refused[static_cast<std::size_t>(cap)].add(); }

Metrics::Metrics(std::size_t workers) {
  workers_.reserve(workers);
  for (std::size_t index = 0; index < workers; ++index) workers_.push_back(std::make_unique<WorkerMetrics>());
}

Totals Metrics::totals() const {
  Totals totals;
  for (const auto& worker : workers_) {
    const WorkerMetrics::Counters& counters = *worker->counters_;
    for (std::size_t index = 0; index < kResponseCounters; ++index) {
      const std::uint64_t value = counters.responses[index].value();
      if (value != 0) add_responses(index, value, totals);
    }
    for (std::size_t route = 0; route < kRouteCount; ++route) {
      add_all(totals.durations[route].buckets, counters.durations[route].buckets);
      totals.durations[route].nanoseconds += counters.durations[route].nanoseconds.value();
    }
    counters.reasons.sum_into(totals.refusals);
    counters.resources.sum_into(totals.resources);
    add_all(totals.events, counters.events);
    add_all(totals.handshakes, counters.handshakes);
    add_all(totals.refused, counters.refused);
  }
  return totals;
}

}  // namespace agent_access::ops
