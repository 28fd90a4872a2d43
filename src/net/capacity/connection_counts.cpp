#include "net/capacity/connection_counts.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <functional>
#include <string_view>

namespace agent_access::net {
namespace {

/// The usual prefix of one customer.
constexpr std::size_t kIpv6Prefix = 64;

}  // namespace

ConnectionCounts::ConnectionCounts(const Caps& caps, std::vector<base::Network> exempt)
    : caps_(caps), exempt_(std::move(exempt)) {}

std::size_t ConnectionCounts::Hash::operator()(const base::IpAddress& address) const noexcept {
  const char* bytes = reinterpret_cast<const char*>(address.bytes.data());
  return std::hash<std::string_view>{}(std::string_view(bytes, address.bytes.size()));
}

bool ConnectionCounts::is_exempt(const base::IpAddress& peer) const noexcept {
  return std::any_of(exempt_.begin(), exempt_.end(),
                     [&](const base::Network& network) { return network.contains(peer); });
}

base::Result<ConnectionCounts::Admission, http::Refused> ConnectionCounts::try_add(const base::IpAddress& peer) {
  const std::lock_guard lock(mutex_);
  if (total_ >= caps_.total) return base::Failure(http::Refused::total);
  Addresses::value_type* address = nullptr;
  if (!is_exempt(peer)) {
    address = &*addresses_.try_emplace(peer.prefix(kIpv6Prefix)).first;
    if (address->second >= caps_.address) return base::Failure(http::Refused::address);
    ++address->second;
  }
  ++total_;
  return Admission(*this, address);
}

void ConnectionCounts::set_exempt(std::vector<base::Network> exempt) {
  const std::lock_guard lock(mutex_);
  exempt_.swap(exempt);
}

void ConnectionCounts::remove(const Addresses::value_type* address) noexcept {
  const std::lock_guard lock(mutex_);
  --total_;
  if (address == nullptr) return;
  const auto entry = addresses_.find(address->first);
  if (--entry->second == 0) addresses_.erase(entry);
}

std::size_t default_connection_cap() noexcept {
  constexpr std::size_t kUnlimited = 500'000;
  rlimit descriptors{};
  if (getrlimit(RLIMIT_NOFILE, &descriptors) != 0 || descriptors.rlim_cur == RLIM_INFINITY) return kUnlimited;
  return std::max<std::size_t>(static_cast<std::size_t>(descriptors.rlim_cur) / 2, 2) - 1;
}

}  // namespace agent_access::net
