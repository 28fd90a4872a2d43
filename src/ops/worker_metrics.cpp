#include <algorithm>
#include <chrono>
#include <memory>
#include <variant>

#include "ops/counters.hpp"
#include "ops/metrics.hpp"
#include "ops/outcome_words.hpp"
#include "ops/routes.hpp"

namespace agent_access::ops {
namespace {

std::size_t bucket_of(std::chrono::nanoseconds duration) noexcept {
  const auto* const found = std::lower_bound(kBounds.begin(), kBounds.end(), duration);
  return static_cast<std::size_t>(found - kBounds.begin());
}

static_assert(kDurationBuckets == kBounds.size() + 1);

bool is_read_of_profile(publish::Route route, http::Method method, std::uint16_t status) noexcept {
  const bool is_read = method == http::Method::get || method == http::Method::head;
  return route == publish::Route::profile && is_read && (status == 200 || status == 304);
}

void add_requests(std::size_t index, std::uint64_t value, Totals& totals) noexcept {
  const auto route = index / kStatusCount / kMethodCount;
  const auto method = static_cast<http::Method>(index / kStatusCount % kMethodCount);
  const std::uint16_t status = status_at(index % kStatusCount);
  totals.requests += value;
  totals.routes[route] += value;
  totals.status_classes[status_class(status)] += value;
  if (is_read_of_profile(static_cast<publish::Route>(route), method, status)) totals.profiles += value;
}

/// Behind a gate the proxy sends the body.
std::uint64_t sent_bytes(const http::Response& response, publish::Route route) noexcept {
  return route == publish::Route::gate || response.omit_body ? 0 : response.content_length();
}

/// An error of MCP may be in a 200.
std::uint16_t status_of(const http::Response& response, std::string_view reason) noexcept {
  return reason.empty() ? response.status : std::max<std::uint16_t>(response.status, 400);
}

template <std::size_t size>
std::uint64_t sum_of(const std::array<Counter, size>& counters) noexcept {
  std::uint64_t sum = 0;
  for (const Counter& counter : counters) sum += counter.value();
  return sum;
}

}  // namespace

WorkerMetrics::WorkerMetrics() : counters_(std::make_unique<Counters>()) {}
WorkerMetrics::~WorkerMetrics() = default;

void WorkerMetrics::count(const http::Answered& answered, const service::Outcome& outcome) noexcept {
  const http::Response& response = answered.response;
  const auto route = static_cast<std::size_t>(outcome.route);
  const std::size_t method = std::min(static_cast<std::size_t>(answered.method), kMethodCount - 1);
  const auto duration = std::max(answered.duration, std::chrono::nanoseconds{0});
  counters_->requests[request_index(route, method, status_index(response.status))].add();
  counters_->durations[route].buckets[bucket_of(duration)].add();
  counters_->durations[route].nanoseconds.add(static_cast<std::uint64_t>(duration.count()));
  const auto* const success = std::get_if<service::Success>(&outcome.ending);
  const std::string_view reason = success == nullptr ? words_of(outcome).reason : std::string_view();
  if (!outcome.resource.empty()) {
    counters_->resources.count(outcome.resource,
                               {status_of(response, reason), reason, sent_bytes(response, outcome.route)});
  }
  if (success == nullptr) return counters_->reasons.add(reason);
  if (*success == service::Success::client_registered) counters_->registrations.add();
  if (*success == service::Success::token_issued) counters_->tokens.add();
  if (outcome.used_previous_master) counters_->previous_master.add();
}

void WorkerMetrics::connection_opened() noexcept { counters_->opened.add(); }
void WorkerMetrics::connection_closed() noexcept { counters_->closed.add(); }
void WorkerMetrics::connection_refused(http::Refused cap) noexcept {
  counters_->refused[static_cast<std::size_t>(cap)].add();
}
void WorkerMetrics::connection_shed(http::Shed reason) noexcept {
  counters_->shed[static_cast<std::size_t>(reason)].add();
}
void WorkerMetrics::accept_failed() noexcept { counters_->accept_failures.add(); }
void WorkerMetrics::line_left_out() noexcept { counters_->lines_left_out.add(); }
void WorkerMetrics::http2_began() noexcept { counters_->http2.add(); }
void WorkerMetrics::http2_abused() noexcept { counters_->http2_abused.add(); }

void WorkerMetrics::handshake_ended(http::Handshake outcome) noexcept {
  counters_->handshakes[static_cast<std::size_t>(outcome)].add();
}

std::string_view handshake_name(http::Handshake outcome) noexcept {
  return kHandshakes[static_cast<std::size_t>(outcome)];
}

std::span<const std::chrono::microseconds> duration_bounds() noexcept { return kBounds; }

Totals Metrics::totals() const {
  Totals totals;
  for (const auto& worker : workers_) {
    const WorkerMetrics::Counters& counters = *worker->counters_;
    for (std::size_t index = 0; index < counters.requests.size(); ++index) {
      const std::uint64_t value = counters.requests[index].value();
      if (value != 0) add_requests(index, value, totals);
    }
    for (const Durations& route : counters.durations) {
      for (std::size_t bucket = 0; bucket < kDurationBuckets; ++bucket) {
        totals.durations[bucket] += route.buckets[bucket].value();
      }
    }
    counters.reasons.sum_into(totals.refusals);
    counters.resources.sum_into(totals.resources);
    totals.registrations += counters.registrations.value();
    totals.tokens += counters.tokens.value();
    // Closed ones are read first: the difference then cannot be negative.
    const std::uint64_t closed = counters.closed.value();
    const std::uint64_t opened = counters.opened.value();
    totals.connections += opened;
    totals.open_connections += opened > closed ? opened - closed : 0;
    totals.refused_connections += sum_of(counters.refused);
    totals.shed_connections += sum_of(counters.shed);
    totals.lines_left_out += counters.lines_left_out.value();
  }
  return totals;
}

}  // namespace agent_access::ops
