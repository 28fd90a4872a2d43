/// \file
/// The limits of the network layer with their defaults and reasons; each can be set in `[limits]`. Plain data.
#pragma once

#include <chrono>
#include <cstdint>

namespace agent_access::net {

inline constexpr std::uint64_t kKibibyte = 1024;
inline constexpr std::uint64_t kMebibyte = 1024 * kKibibyte;

struct Limits {
  std::uint64_t request_line = 8 * kKibibyte;   ///< our longest URL is below 100 bytes; 8 KiB is usual for proxies
  std::uint64_t header_block = 16 * kKibibyte;  ///< all field lines: cookies of a whole domain, and a 4 KiB token
  std::uint64_t header_fields = 100;            ///< bounds the work of duplicate checks
  std::uint64_t body = 16 * kKibibyte;          ///< a registration or token request is below 1 KiB
  std::chrono::milliseconds handshake_deadline{5'000};  ///< of TLS, from accept to the end of the handshake
  /// Header timeout. The first head counts from accept, with the TLS handshake; later ones from their
  /// first byte.
  std::chrono::milliseconds header_deadline{10'000};
  std::chrono::milliseconds body_deadline{10'000};   ///< from the end of the head to the end of the body
  std::chrono::milliseconds write_deadline{30'000};  ///< of a peer that does not read
  /// Between two requests on one connection. Longer than the 60 s after which nginx and load balancers close theirs:
  /// who closes last never closes while a request is on its way.
  std::chrono::milliseconds idle_deadline{75'000};
  std::uint64_t requests_per_connection = 10'000;  ///< lets load balancers rebalance
  std::uint64_t connections_per_address = 256;     ///< of an IPv4 address or IPv6 /64; trusted proxies are exempt
  std::uint64_t handshakes = 1024;            ///< TLS handshakes in progress: about a third of a second of one core
  std::uint64_t handshakes_per_address = 64;  ///< trusted proxies are exempt
  std::uint64_t connections = 0;              ///< 0: just below half of the descriptor limit
  /// The most memory held for all connections together. With all else, less than 150 MB is resident.
  std::uint64_t memory = 64 * kMebibyte;
};

}  // namespace agent_access::net
