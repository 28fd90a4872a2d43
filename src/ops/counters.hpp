/// \file
/// The counters of WorkerMetrics and how they are indexed; included where they are incremented and where they are
/// summed. One thread writes a counter, any thread may read it.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ops/counts/counter.hpp"
#include "ops/counts/resource_counters.hpp"
#include "ops/metrics.hpp"
#include "ops/routes.hpp"

namespace agent_access::ops {

inline constexpr std::array<std::string_view, kMethodCount> kMethods = {"GET", "HEAD",  "POST",   "OPTIONS",
                                                                        "PUT", "PATCH", "DELETE", "_OTHER"};

// From the cost of one signature to a slow client; the last bucket is +Inf.
inline constexpr std::array<std::chrono::microseconds, 11> kBounds = {
    std::chrono::microseconds{50},      std::chrono::microseconds{100},      std::chrono::microseconds{250},
    std::chrono::microseconds{500},     std::chrono::microseconds{1'000},    std::chrono::microseconds{2'500},
    std::chrono::microseconds{5'000},   std::chrono::microseconds{10'000},   std::chrono::microseconds{25'000},
    std::chrono::microseconds{100'000}, std::chrono::microseconds{1'000'000}};

inline constexpr std::array<std::string_view, 5> kHandshakes = {"full", "resumed", "failed", "timed_out", "refused"};

inline constexpr std::array<std::string_view, 4> kRefusedConnections = {"total", "address", "network", "memory"};
inline constexpr std::array<std::string_view, 3> kShedConnections = {"connections", "memory", "share"};

struct Durations {
  std::array<Counter, kBounds.size() + 1> buckets;
  Counter nanoseconds;
};

constexpr std::size_t request_index(std::size_t route, std::size_t method, std::size_t status) noexcept {
  return (route * kMethodCount + method) * kStatusCount + status;
}

// Aligned, so that workers share no cache line.
struct alignas(64) WorkerMetrics::Counters {
  std::array<Counter, kRouteCount * kMethodCount * kStatusCount> requests;
  std::array<Durations, kRouteCount> durations;
  Reasons reasons;
  ResourceCounters resources;
  Counter registrations;
  Counter tokens;
  Counter previous_master;
  Counter opened;
  Counter closed;
  Counter accept_failures;
  std::array<Counter, kHandshakes.size()> handshakes;
  std::array<Counter, kRefusedConnections.size()> refused;
  std::array<Counter, kShedConnections.size()> shed;
  Counter http2;
  Counter lines_left_out;
  Counter http2_abused;
};

}  // namespace agent_access::ops
