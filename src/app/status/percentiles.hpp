/// \file
/// Percentiles of durations from the buckets of a histogram. Pure; thread safe.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>

#include "ops/metrics.hpp"

namespace agent_access::app {

/// The duration that the share `share` (0 to 1) of all requests did not exceed, interpolated within its bucket as
/// Prometheus' histogram_quantile does. The last bucket has no upper bound: its lower one is returned. Nothing without
/// requests.
[[nodiscard]] std::optional<std::chrono::nanoseconds> percentile(
    std::span<const std::uint64_t, ops::kDurationBuckets> buckets, double share);

}  // namespace agent_access::app
