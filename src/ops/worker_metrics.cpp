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
  if (success == nullptr) return counters_->reasons.add(words_of(outcome).reason);
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

}  // namespace agent_access::ops
