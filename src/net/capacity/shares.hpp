/// \file
/// How much of a resource a network may use, by its size: IPv4 /32 and IPv6 /64 are an address, IPv4 /24 and IPv6 /56 a
/// network, IPv6 /48 a wide network (an IPv4 address belongs to none). Pure; thread safe.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/ip_address.hpp"
#include "net/capacity/limits.hpp"

namespace agent_access::net {

enum class Reach : std::uint8_t { address, network, wide_network };
inline constexpr std::size_t kReaches = 3;

/// The first address of a network and the number of bits that its addresses have in common.
struct PeerNetwork {
  base::IpAddress first;
  std::uint8_t bits = 0;
  friend bool operator==(const PeerNetwork&, const PeerNetwork&) = default;
};

/// By Reach; for an IPv4 peer the last has 0 bits.
[[nodiscard]] inline std::array<PeerNetwork, kReaches> networks_of(const base::IpAddress& peer) noexcept {
  if (peer.is_ipv4()) return {{{peer, 128}, {peer.leading(120), 120}, {}}};
  return {{{peer.leading(64), 64}, {peer.leading(56), 56}, {peer.leading(48), 48}}};
}

/// The cap for each Reach, and the total.
struct Shares {
  std::size_t total;
  std::array<std::size_t, kReaches> caps;

  [[nodiscard]] std::size_t of(Reach reach) const noexcept { return caps[static_cast<std::size_t>(reach)]; }
};

/// At least one, so that a small total still admits a connection from every network.
[[nodiscard]] constexpr std::size_t percent_of(std::size_t total, std::size_t percent) noexcept {
  return std::max<std::size_t>(total / 100 * percent + total % 100 * percent / 100, 1);
}

/// Of connections or handshakes.
[[nodiscard]] constexpr Shares connection_shares(std::size_t total, std::size_t address,
                                                 const Limits& limits) noexcept {
  return {total, {address, percent_of(total, limits.network_share), percent_of(total, limits.wide_network_share)}};
}

/// Of limits.memory.
[[nodiscard]] constexpr Shares memory_shares(const Limits& limits) noexcept {
  return {limits.memory,
          {percent_of(limits.memory, limits.address_share), percent_of(limits.memory, limits.network_share),
           percent_of(limits.memory, limits.wide_network_share)}};
}

}  // namespace agent_access::net
