#include "net/capacity/shedding.hpp"

#include <algorithm>

namespace agent_access::net {
namespace {

struct Place {
  Rank rank;
  std::size_t index;
};

}  // namespace

Rank rank_of(const ShedCandidate& candidate, std::int64_t fair) noexcept {
  if (candidate.is_exempt) return Rank::exempt;
  if (candidate.is_greedy) return Rank::greedy;
  const auto first = static_cast<std::uint8_t>(candidate.network_uses > fair ? Rank::idle_heavy : Rank::idle_modest);
  return static_cast<Rank>(first + static_cast<std::uint8_t>(candidate.activity));
}

std::vector<std::size_t> closing_order(const std::vector<ShedCandidate>& candidates, std::int64_t fair, Rank last) {
  std::vector<Place> places;
  for (std::size_t index = 0; index < candidates.size(); ++index) {
    const Rank rank = rank_of(candidates[index], fair);
    if (rank <= last) places.push_back({rank, index});
  }
  std::ranges::sort(places, [&candidates](const Place& left, const Place& right) {
    if (left.rank != right.rank) return left.rank < right.rank;
    const ShedCandidate& one = candidates[left.index];
    const ShedCandidate& other = candidates[right.index];
    if (one.is_moving() != other.is_moving()) return other.is_moving();
    if (one.network_uses != other.network_uses) return one.network_uses > other.network_uses;
    if (one.activity == Activity::idle && one.since != other.since) return one.since < other.since;
    return one.held > other.held;
  });
  std::vector<std::size_t> order;
  order.reserve(places.size());
  for (const Place& place : places) order.push_back(place.index);
  return order;
}

}  // namespace agent_access::net
