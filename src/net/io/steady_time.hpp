/// \file
/// The monotonic clock for deadlines and durations; the wall clock may jump.
#pragma once

#include <chrono>

namespace agent_access::net {

using SteadyClock = std::chrono::steady_clock;
using SteadyTime = SteadyClock::time_point;

/// How often deadlines are checked: one timer per worker for all connections.
inline constexpr std::chrono::milliseconds kTick{100};

}  // namespace agent_access::net
