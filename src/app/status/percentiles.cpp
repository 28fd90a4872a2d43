#include "app/status/percentiles.hpp"

#include <cstddef>
#include <numeric>

namespace agent_access::app {

std::optional<std::chrono::nanoseconds> percentile(std::span<const std::uint64_t, ops::kDurationBuckets> buckets,
                                                   double share) {
  using Nanoseconds = std::chrono::nanoseconds;
  const auto bounds = ops::duration_bounds();
  const auto total = std::accumulate(buckets.begin(), buckets.end(), std::uint64_t{0});
  if (total == 0) return std::nullopt;
  const double rank = share * static_cast<double>(total);
  double below = 0;
  for (std::size_t index = 0; index < bounds.size(); ++index) {
    const auto count = static_cast<double>(buckets[index]);
    if (count > 0 && below + count >= rank) {
      const Nanoseconds lower = index == 0 ? Nanoseconds{0} : Nanoseconds{bounds[index - 1]};
      const double width = static_cast<double>((Nanoseconds{bounds[index]} - lower).count());
      return lower + Nanoseconds{static_cast<Nanoseconds::rep>(width * (rank - below) / count)};
    }
    below += count;
  }
  return bounds.back();
}

}  // namespace agent_access::app
