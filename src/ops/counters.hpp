/// \file
/// The counters of WorkerMetrics and how they are indexed; included where they are incremented and where they are
/// summed. One thread writes a counter, any thread may read it.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <string_view>

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

// Incremented by one thread only: a load and a store, no locked instruction.
class Counter {
 public:
  void add(std::uint64_t amount = 1) noexcept {
    value_.store(value_.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint64_t value() const noexcept { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> value_{0};
};

inline constexpr std::array<std::string_view, 5> kHandshakes = {"full", "resumed", "failed", "timed_out", "refused"};

inline constexpr std::array<std::string_view, 4> kRefusedConnections = {"total", "address", "network", "memory"};
inline constexpr std::array<std::string_view, 3> kShedConnections = {"connections", "memory", "share"};

struct Durations {
  std::array<Counter, kBounds.size() + 1> buckets;
  Counter nanoseconds;
};

// Refusal reasons in order of appearance, at most kSlots; later ones count as "other". `used_` is raised after the name
// is copied.
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

constexpr std::size_t request_index(std::size_t route, std::size_t method, std::size_t status) noexcept {
  return (route * kMethodCount + method) * kStatusCount + status;
}

// Aligned, so that workers share no cache line.
struct alignas(64) WorkerMetrics::Counters {
  std::array<Counter, kRouteCount * kMethodCount * kStatusCount> requests;
  std::array<Durations, kRouteCount> durations;
  Reasons reasons;
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
