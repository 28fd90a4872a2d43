/// \file
/// Which connections are closed first when memory or connections run out: the cheapest to lose, of the networks that
/// have the most. Pure; thread safe.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "net/io/steady_time.hpp"

namespace agent_access::net {

enum class Activity : std::uint8_t {
  idle,     ///< between two requests, and not only just
  stalled,  ///< a request or an answer has not come to its end for kStall
  active,
};

/// A connection without a request is idle after this time: one may be on its way.
inline constexpr std::chrono::milliseconds kIdleGrace{500};
/// A request takes far less of a peer that wants it answered.
inline constexpr std::chrono::milliseconds kStall{1'000};

/// A connection that holds as much is greedy: one that asks and reads its answers holds far less.
inline constexpr std::int64_t kGreedyBytes = std::int64_t{64} * 1024;

/// One connection as the order sees it.
struct Standing {
  Activity activity = Activity::active;
  bool is_greedy = false;         ///< where memory is what runs out
  bool is_exempt = false;         ///< a trusted proxy's, which many clients share
  std::int64_t held = 0;          ///< bytes
  std::int64_t network_uses = 0;  ///< by its network (Reach::network), of what runs out
  SteadyTime since;               ///< of the idleness

  [[nodiscard]] bool is_moving() const noexcept { return activity == Activity::active; }
};

/// How dear a connection is. Up to `idle_modest` it is cheap; the rest is closed only where that is not enough.
enum class Rank : std::uint8_t {
  greedy,         ///< few of them make much room
  idle_heavy,     ///< of a network that has more than its fair part
  stalled_heavy,  //
  active_heavy,   //
  idle_modest,
  stalled_modest,
  active_modest,
  exempt,  ///< active or not
};

/// A network is heavy when it uses more than `fair`.
[[nodiscard]] Rank rank_of(const Standing& standing, std::int64_t fair) noexcept;

/// The places in `standings`, the first to be closed first, up to and including `dearest`. Of one rank: those that move
/// last; those of the network that uses the most first; of one network idle ones the longest idle first, others those
/// that hold the most.
[[nodiscard]] std::vector<std::size_t> closing_order(const std::vector<Standing>& standings, std::int64_t fair,
                                                     Rank dearest);

}  // namespace agent_access::net
