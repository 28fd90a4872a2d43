#include "net/connection_counts.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

namespace agent_access::net {

ConnectionCounts::ConnectionCounts(std::size_t total_cap, std::size_t address_cap, std::vector<base::Network> exempt)
    : total_cap_(total_cap), address_cap_(address_cap), exempt_(std::move(exempt)) {}

std::size_t ConnectionCounts::Hash::operator()(const base::IpAddress& address) const noexcept {
  const char* bytes = reinterpret_cast<const char*>(address.bytes.data());
  return std::hash<std::string_view>{}(std::string_view(bytes, address.bytes.size()));
}

bool ConnectionCounts::is_exempt(const base::IpAddress& peer) const noexcept {
  return std::any_of(exempt_.begin(), exempt_.end(),
                     [&](const base::Network& network) { return network.contains(peer); });
}

bool ConnectionCounts::try_add(const base::IpAddress& peer) {
  const std::lock_guard lock(mutex_);
  if (total_ >= total_cap_ || !try_add_address(peer)) return false;
  ++total_;
  return true;
}

bool ConnectionCounts::try_move(const base::IpAddress& from, const base::IpAddress& to) {
  const std::lock_guard lock(mutex_);
  if (!try_add_address(to)) return false;
  remove_address(from);
  return true;
}

void ConnectionCounts::remove(const base::IpAddress& peer) noexcept {
  const std::lock_guard lock(mutex_);
  --total_;
  remove_address(peer);
}

void ConnectionCounts::set_exempt(std::vector<base::Network> exempt) {
  const std::lock_guard lock(mutex_);
  exempt_.swap(exempt);
}

/// Exempt addresses are counted, too: a network that is exempt when a connection opens may not be so when it closes.
bool ConnectionCounts::try_add_address(const base::IpAddress& peer) {
  const bool is_capped = !is_exempt(peer);
  if (is_capped && address_cap_ == 0) return false;
  std::size_t& count = by_address_[peer.prefix(64)];
  if (is_capped && count >= address_cap_) return false;
  ++count;
  return true;
}

void ConnectionCounts::remove_address(const base::IpAddress& peer) noexcept {
  const auto found = by_address_.find(peer.prefix(64));
  if (found != by_address_.end() && --found->second == 0) by_address_.erase(found);
}

std::size_t default_connection_cap() noexcept {
  constexpr std::size_t kUnlimited = 500'000;
  rlimit descriptors{};
  if (getrlimit(RLIMIT_NOFILE, &descriptors) != 0 || descriptors.rlim_cur == RLIM_INFINITY) return kUnlimited;
  return std::max<std::size_t>(static_cast<std::size_t>(descriptors.rlim_cur) / 2, 2) - 1;
}

}  // namespace agent_access::net
