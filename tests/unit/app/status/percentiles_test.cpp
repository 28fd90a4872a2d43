#include "app/status/percentiles.hpp"

#include <gtest/gtest.h>

namespace agent_access::app {
namespace {

using namespace std::chrono_literals;
using Buckets = std::array<std::uint64_t, ops::kDurationBuckets>;

TEST(Percentile, IsNothingWithoutRequests) { EXPECT_EQ(percentile(Buckets{}, 0.5), std::nullopt); }

TEST(Percentile, IsInterpolatedWithinItsBucket) {
  // Bounds: 50, 100, 250, 500 microseconds, 1, 2.5, 5, 10, 25, 100 ms, 1 s.
  const Buckets buckets = {0, 10, 0, 0, 80, 0, 0, 10};
  EXPECT_EQ(percentile(buckets, 0.05), 75us);
  EXPECT_EQ(percentile(buckets, 0.1), 100us);
  EXPECT_EQ(percentile(buckets, 0.5), 750us);
  EXPECT_EQ(percentile(buckets, 0.9), 1ms);
  EXPECT_EQ(percentile(buckets, 0.95), 7500us);
  EXPECT_EQ(percentile(buckets, 1), 10ms);
}

TEST(Percentile, BeginsAtZeroInTheFirstBucket) {
  const Buckets buckets = {4};
  EXPECT_EQ(percentile(buckets, 0.5), 25us);
}

TEST(Percentile, EndsAtTheLastBound) {
  Buckets buckets = {1};
  buckets.back() = 99;
  EXPECT_EQ(percentile(buckets, 0.99), 1s);
}

}  // namespace
}  // namespace agent_access::app
