/// \file
/// Everything that was counted since the start, over all workers, and the names of what is counted. Plain data.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ops/resource_counters.hpp"
#include "ops/words/outcome_words.hpp"

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

/// The upper bounds of the duration histogram, from one signature to a slow client. The last bucket has none.
inline constexpr std::array<std::chrono::microseconds, 11> kDurationBounds = {
    std::chrono::microseconds{50},      std::chrono::microseconds{100},      std::chrono::microseconds{250},
    std::chrono::microseconds{500},     std::chrono::microseconds{1'000},    std::chrono::microseconds{2'500},
    std::chrono::microseconds{5'000},   std::chrono::microseconds{10'000},   std::chrono::microseconds{25'000},
    std::chrono::microseconds{100'000}, std::chrono::microseconds{1'000'000}};
inline constexpr std::size_t kDurationBuckets = kDurationBounds.size() + 1;

inline constexpr std::size_t kResponseCounters = kRouteCount * kMethodCount * kStatusCount;

/// Counts of the buckets of the duration histogram, each for itself: they are not cumulative.
struct DurationTotals {
  std::array<std::uint64_t, kDurationBuckets> buckets{};
  std::uint64_t nanoseconds = 0;
};

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

}  // namespace agent_access::ops
