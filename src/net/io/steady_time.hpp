/// \file
/// The monotonic clock that deadlines and durations are measured with; the wall clock may jump.
#pragma once

#include <chrono>

namespace agent_access::net {

using SteadyClock = std::chrono::steady_clock;
using SteadyTime = SteadyClock::time_point;

/// How often deadlines are looked at: one timer a worker serves all connections.
inline constexpr std::chrono::milliseconds kTick{100};

}  // namespace agent_access::net
