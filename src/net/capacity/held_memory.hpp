/// \file
/// The memory that the process holds for one connection, counted in its worker's total and in the use of its networks.
/// In whole KiB, rounded up, so that the count seldom changes from request to request.
///
/// Not thread safe: belongs to its connection. The place must outlive it, and must not move while bytes are counted.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "net/capacity/connection_counts.hpp"
#include "net/capacity/memory_budget.hpp"

namespace agent_access::net {

/// Which limit is exceeded after a connection has grown.
enum class Excess : std::uint8_t { none, share, total };

class HeldMemory {
 public:
  HeldMemory(WorkerMemory& worker, const ConnectionCounts::Place& place) noexcept : worker_(worker), place_(place) {}
  HeldMemory(const HeldMemory&) = delete;
  HeldMemory& operator=(const HeldMemory&) = delete;
  ~HeldMemory() { release(); }

  /// Sets the number of bytes that the connection holds.
  Excess set(std::size_t bytes) noexcept {
    const auto rounded = static_cast<std::int64_t>((bytes + kKibibyte - 1) / kKibibyte * kKibibyte);
    if (rounded == counted_) return Excess::none;
    return change(rounded);
  }
  void release() noexcept { static_cast<void>(set(0)); }
  [[nodiscard]] std::int64_t bytes() const noexcept { return counted_; }

 private:
  Excess change(std::int64_t bytes) noexcept {
    const std::int64_t grown = bytes - std::exchange(counted_, bytes);
    worker_.add(grown);
    const Shares& shares = worker_.budget().shares();
    bool is_over_share = false;
    for (const Reach reach : {Reach::address, Reach::network, Reach::wide_network}) {
      NetworkUse* const use = place_.use(reach);
      if (use == nullptr) continue;
      const std::int64_t held = use->held.fetch_add(grown, std::memory_order_relaxed) + grown;
      is_over_share = is_over_share || held > static_cast<std::int64_t>(shares.of(reach));
    }
    if (grown < 0) return Excess::none;
    if (worker_.budget().is_spent()) return Excess::total;
    return is_over_share ? Excess::share : Excess::none;
  }

  WorkerMemory& worker_;
  const ConnectionCounts::Place& place_;
  std::int64_t counted_ = 0;
};

}  // namespace agent_access::net
