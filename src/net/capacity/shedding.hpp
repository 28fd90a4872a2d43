/// \file
/// Which connections are closed first when memory or connections run out: the least useful ones of the networks that
/// use the most. Pure; thread safe.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "net/io/event_loop.hpp"

namespace agent_access::net {

enum class Activity : std::uint8_t {
  idle,     ///< between two requests for kIdleGrace or longer
  stalled,  ///< a request or response is incomplete after kStall
  active,
};

/// A connection without a request counts as idle after this time: the next request may be on its way.
inline constexpr std::chrono::milliseconds kIdleGrace{500};
/// A normal request takes far less time.
inline constexpr std::chrono::milliseconds kStall{1'000};

/// A connection that holds this much is greedy: one that reads its responses holds far less.
inline constexpr std::int64_t kGreedyBytes = std::int64_t{64} * 1024;

/// One connection, as far as the order depends on it.
struct ShedCandidate {
  Activity activity = Activity::active;
  bool is_greedy = false;         ///< holds kGreedyBytes, when memory runs out
  bool is_exempt = false;         ///< of a trusted proxy, shared by many clients
  std::int64_t held = 0;          ///< bytes
  std::int64_t network_uses = 0;  ///< use of its network (Reach::network) of the resource that runs out
  SteadyTime since;               ///< start of the present activity

  [[nodiscard]] bool is_moving() const noexcept { return activity == Activity::active; }
};

/// The order of closing. Connections up to `idle_modest` are closed first; the rest only when that is not enough.
enum class Rank : std::uint8_t {
  greedy,         ///< closing a few frees much memory
  idle_heavy,     ///< of a network that uses more than its fair part
  stalled_heavy,  //
  active_heavy,   //
  idle_modest,
  stalled_modest,
  active_modest,
  exempt,  ///< active or not
};

/// A network is heavy when it uses more than `fair`.
[[nodiscard]] Rank rank_of(const ShedCandidate& candidate, std::int64_t fair) noexcept;

/// Indices into `candidates` in order of closing, up to and including the rank `last`. Within one rank: active
/// connections last; those of the network that uses the most first; within one network, of idle ones the longest idle
/// first, of others the one that holds the most.
[[nodiscard]] std::vector<std::size_t> closing_order(const std::vector<ShedCandidate>& candidates, std::int64_t fair,
                                                     Rank last);

}  // namespace agent_access::net
