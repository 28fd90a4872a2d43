/// \file
/// The limits of the network layer with their defaults and reasons; each can be set in `[limits]`. And how much of a
/// resource a network may use, by its size: IPv4 /32 and IPv6 /64 are an address, IPv4 /24 and IPv6 /56 a network, IPv6
/// /48 a wide network (an IPv4 address belongs to none). Pure; thread safe.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "base/ip_address.hpp"

namespace agent_access::net {

inline constexpr std::size_t kKibibyte = 1024;
inline constexpr std::size_t kMebibyte = 1024 * kKibibyte;

struct Limits {
  std::size_t request_line = 8 * kKibibyte;  ///< our longest URL is below 100 bytes; 8 KiB is usual for proxies
  std::size_t header_block = 8 * kKibibyte;  ///< all field lines; room for a 4 KiB token
  std::size_t header_fields = 100;           ///< bounds the work of duplicate checks
  std::size_t body = 16 * kKibibyte;         ///< a registration or token request is below 1 KiB
  std::chrono::milliseconds handshake_deadline{5'000};  ///< of TLS, from accept to the end of the handshake
  /// Header timeout. The first head counts from accept, with the TLS handshake; later ones from their
  /// first byte.
  std::chrono::milliseconds header_deadline{10'000};
  std::chrono::milliseconds body_deadline{10'000};   ///< from the end of the head to the end of the body
  std::chrono::milliseconds write_deadline{30'000};  ///< of a peer that does not read
  std::chrono::milliseconds idle_deadline{60'000};   ///< between two requests on one connection
  std::size_t requests_per_connection = 10'000;      ///< lets load balancers rebalance
  std::size_t connections_per_address = 256;         ///< of an IPv4 address or IPv6 /64; trusted proxies are exempt
  std::size_t handshakes = 1024;            ///< TLS handshakes in progress: about a third of a second of one core
  std::size_t handshakes_per_address = 64;  ///< trusted proxies are exempt
  std::size_t connections = 0;              ///< 0: just below half of the descriptor limit
  /// The most memory held for all connections together. With the program itself and heap fragmentation, less than 150
  /// MB is resident.
  std::size_t memory = 64 * kMebibyte;
  // Shares in percent; trusted proxies are exempt. All three limit memory. The last two also limit connections and
  // handshakes, for which an address has a limit of its own.
  std::size_t address_share = 20;       ///< of an IPv4 address or IPv6 /64: 51 KiB for each of 256 connections
  std::size_t network_share = 25;       ///< of an IPv4 /24 or IPv6 /56: leaves as much for three others
  std::size_t wide_network_share = 50;  ///< of an IPv6 /48, the usual prefix of a site: at most half
};

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
