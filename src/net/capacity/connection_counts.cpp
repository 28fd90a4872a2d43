#include "net/capacity/connection_counts.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <functional>
#include <string_view>

namespace agent_access::net {

ConnectionCounts::ConnectionCounts(const Shares& caps, std::vector<base::Network> exempt)
    : caps_(caps), exempt_(std::move(exempt)) {}

std::size_t ConnectionCounts::Hash::operator()(const PeerNetwork& network) const noexcept {
  const char* bytes = reinterpret_cast<const char*>(network.first.bytes.data());
  return std::hash<std::string_view>{}(std::string_view(bytes, network.first.bytes.size())) + network.bits;
}

bool ConnectionCounts::is_exempt(const base::IpAddress& peer) noexcept {
  const std::lock_guard lock(mutex_);
  return has_exempt(peer);
}

bool ConnectionCounts::has_exempt(const base::IpAddress& peer) const noexcept {
  return std::any_of(exempt_.begin(), exempt_.end(),
                     [&](const base::Network& network) { return network.contains(peer); });
}

base::Result<ConnectionCounts::Place, http::Refused> ConnectionCounts::try_add(const base::IpAddress& peer) {
  const std::lock_guard lock(mutex_);
  if (total() >= caps_.total) return base::Failure(http::Refused::total);
  auto entries = try_enter(peer);
  if (!entries) return base::Failure(entries.error());
  total_.store(total() + 1, std::memory_order_relaxed);
  return Place(*this, *entries);
}

std::size_t ConnectionCounts::of_network(const base::IpAddress& peer) noexcept {
  const std::lock_guard lock(mutex_);
  const auto found = uses_.find(networks_of(peer)[static_cast<std::size_t>(Reach::network)]);
  return found == uses_.end() ? 0 : found->second.connections.load(std::memory_order_relaxed);
}

void ConnectionCounts::set_exempt(std::vector<base::Network> exempt) {
  const std::lock_guard lock(mutex_);
  exempt_.swap(exempt);
}

void ConnectionCounts::remove(Place& place) noexcept {
  const std::lock_guard lock(mutex_);
  total_.store(total() - 1, std::memory_order_relaxed);
  leave(std::exchange(place.entries_, {}), kReaches);
  place.counts_ = nullptr;
}

/// Adds one to each network of the peer, or to none.
base::Result<ConnectionCounts::Entries, http::Refused> ConnectionCounts::try_enter(const base::IpAddress& peer) {
  Entries entries{};
  if (has_exempt(peer)) return entries;
  const auto networks = networks_of(peer);
  for (std::size_t reach = 0; reach < kReaches && networks[reach].bits != 0; ++reach) {
    Uses::value_type* entry = nullptr;
    try {
      entry = &*uses_.try_emplace(networks[reach]).first;
    } catch (...) {
      leave(entries, reach);
      throw;
    }
    const std::size_t present = entry->second.connections.fetch_add(1, std::memory_order_relaxed);
    entries[reach] = entry;
    if (present < caps_.caps[reach]) continue;
    leave(entries, reach + 1);
    return base::Failure(reach == 0 ? http::Refused::address : http::Refused::network);
  }
  return entries;
}

/// Subtracts one from the first `count` entries; erases those that are unused then.
void ConnectionCounts::leave(const Entries& entries, std::size_t count) noexcept {
  for (std::size_t reach = 0; reach < count; ++reach) {
    Uses::value_type* const entry = entries[reach];
    if (entry == nullptr || entry->second.connections.fetch_sub(1, std::memory_order_relaxed) != 1) continue;
    uses_.erase(uses_.find(entry->first));
  }
}

std::size_t default_connection_cap() noexcept {
  constexpr std::size_t kUnlimited = 500'000;
  rlimit descriptors{};
  if (getrlimit(RLIMIT_NOFILE, &descriptors) != 0 || descriptors.rlim_cur == RLIM_INFINITY) return kUnlimited;
  return std::max<std::size_t>(static_cast<std::size_t>(descriptors.rlim_cur) / 2, 2) - 1;
}

}  // namespace agent_access::net
