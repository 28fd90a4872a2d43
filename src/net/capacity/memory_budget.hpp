/// \file
/// One budget for the memory that is held for connections.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "net/capacity/limits.hpp"

namespace agent_access::net {

/// The total of the process. Thread safe.
class MemoryBudget {
 public:
  /// Enough for a request of usual size over TLS.
  static constexpr std::int64_t kSmall = 32 * std::int64_t{kKibibyte};

  explicit MemoryBudget(std::uint64_t limit) noexcept : limit_(static_cast<std::int64_t>(limit)) {}

  [[nodiscard]] std::int64_t held() const noexcept { return held_.load(std::memory_order_relaxed); }
  /// Connections at rest are to be closed until is_relieved().
  [[nodiscard]] bool is_pressed() const noexcept { return held() > limit_ / 8 * 5; }
  [[nodiscard]] bool is_relieved() const noexcept { return held() <= limit_ / 8 * 4; }
  /// Whether a connection that holds this much may be there. The last quarter is for those of up to kSmall.
  [[nodiscard]] bool has_room_for(std::int64_t bytes) const noexcept {
    return held() <= (bytes <= kSmall ? limit_ : limit_ / 8 * 6);
  }

  void add(std::int64_t bytes) noexcept;
  /// The most that was held since the last call.
  [[nodiscard]] std::int64_t take_peak() noexcept { return peak_.exchange(held(), std::memory_order_relaxed); }

 private:
  const std::int64_t limit_;
  std::atomic<std::int64_t> held_{0};
  std::atomic<std::int64_t> peak_{0};
};

/// What the process holds for one connection, counted in the budget. In whole KiB, rounded up, so that the count seldom
/// changes from request to request. Belongs to its connection.
class HeldMemory {
 public:
  explicit HeldMemory(MemoryBudget& budget) noexcept : budget_(budget) {}
  HeldMemory(const HeldMemory&) = delete;
  HeldMemory& operator=(const HeldMemory&) = delete;
  ~HeldMemory() { release(); }

  /// Sets the number of bytes that the connection holds. False if it has grown and the budget has no room for that.
  [[nodiscard]] bool set(std::size_t bytes) noexcept {
    const auto rounded = static_cast<std::int64_t>((bytes + kKibibyte - 1) / kKibibyte * kKibibyte);
    const std::int64_t grown = rounded - std::exchange(counted_, rounded);
    if (grown != 0) budget_.add(grown);
    return grown <= 0 || budget_.has_room_for(counted_);
  }
  void release() noexcept { static_cast<void>(set(0)); }
  [[nodiscard]] bool is_small() const noexcept { return counted_ <= MemoryBudget::kSmall; }

 private:
  MemoryBudget& budget_;
  std::int64_t counted_ = 0;
};

}  // namespace agent_access::net
