#include "net/capacity/shedding.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <vector>

namespace agent_access::net {
namespace {

using namespace std::chrono_literals;
using Order = std::vector<std::size_t>;

constexpr std::int64_t kFair = 100;
const SteadyTime kStart{1h};

ShedCandidate candidate(Activity activity, std::int64_t network_uses, std::int64_t held, SteadyTime since = kStart) {
  return {activity, false, false, held, network_uses, since};
}
ShedCandidate greedy(Activity activity, std::int64_t network_uses, std::int64_t held) {
  return {activity, true, false, held, network_uses, kStart};
}
ShedCandidate exempt(Activity activity) { return {activity, true, true, 900, 0, kStart}; }

TEST(Rank, DependsOnActivityAndTheSizeOfTheNetwork) {
  EXPECT_EQ(rank_of(candidate(Activity::idle, 101, 1), kFair), Rank::idle_heavy);
  EXPECT_EQ(rank_of(candidate(Activity::stalled, 101, 1), kFair), Rank::stalled_heavy);
  EXPECT_EQ(rank_of(candidate(Activity::active, 101, 1), kFair), Rank::active_heavy);
  EXPECT_EQ(rank_of(candidate(Activity::idle, 100, 1), kFair), Rank::idle_modest);
  EXPECT_EQ(rank_of(candidate(Activity::stalled, 100, 1), kFair), Rank::stalled_modest);
  EXPECT_EQ(rank_of(candidate(Activity::active, 100, 1), kFair), Rank::active_modest);
  EXPECT_EQ(rank_of(greedy(Activity::active, 1, 1), kFair), Rank::greedy);
  EXPECT_EQ(rank_of(exempt(Activity::idle), kFair), Rank::exempt);
}

TEST(ClosingOrder, ClosesIdleConnectionsBeforeThoseWithARequest) {
  const std::vector<ShedCandidate> candidates{candidate(Activity::active, 200, 900),
                                              candidate(Activity::stalled, 200, 800),
                                              candidate(Activity::idle, 200, 10),
                                              candidate(Activity::active, 50, 900),
                                              candidate(Activity::idle, 50, 10),
                                              candidate(Activity::stalled, 50, 800),
                                              exempt(Activity::active),
                                              exempt(Activity::idle)};
  EXPECT_EQ(closing_order(candidates, kFair, Rank::exempt), (Order{2, 1, 0, 4, 5, 3, 7, 6}));
}

TEST(ClosingOrder, ClosesConnectionsWithMuchMemoryFirstAndActiveOnesAmongThemLast) {
  const std::vector<ShedCandidate> candidates{candidate(Activity::idle, 200, 1), greedy(Activity::active, 300, 900),
                                              greedy(Activity::stalled, 50, 100), greedy(Activity::stalled, 60, 100),
                                              greedy(Activity::active, 400, 100)};
  EXPECT_EQ(closing_order(candidates, kFair, Rank::exempt), (Order{3, 2, 4, 1, 0}));
}

TEST(ClosingOrder, OmitsConnectionsOfAHigherRank) {
  const std::vector<ShedCandidate> candidates{candidate(Activity::active, 200, 1), candidate(Activity::stalled, 50, 1),
                                              candidate(Activity::idle, 50, 1), candidate(Activity::active, 50, 1)};
  EXPECT_EQ(closing_order(candidates, kFair, Rank::idle_modest), (Order{0, 2}));
  EXPECT_EQ(closing_order(candidates, kFair, Rank::active_modest), (Order{0, 2, 1, 3}));
}

TEST(ClosingOrder, ClosesTheLongestIdleOfTheNetworkWithTheMost) {
  const std::vector<ShedCandidate> candidates{
      candidate(Activity::idle, 200, 1, kStart + 2s), candidate(Activity::idle, 200, 9, kStart + 1s),
      candidate(Activity::idle, 300, 1, kStart + 5s), candidate(Activity::idle, 200, 5, kStart + 3s)};
  EXPECT_EQ(closing_order(candidates, kFair, Rank::exempt), (Order{2, 1, 0, 3}));
}

TEST(ClosingOrder, ClosesTheConnectionWithMostMemoryOfANetworkFirst) {
  const std::vector<ShedCandidate> candidates{
      candidate(Activity::stalled, 200, 10), candidate(Activity::stalled, 200, 300),
      candidate(Activity::stalled, 200, 30), candidate(Activity::stalled, 300, 1)};
  EXPECT_EQ(closing_order(candidates, kFair, Rank::exempt), (Order{3, 1, 2, 0}));
}

}  // namespace
}  // namespace agent_access::net
