/// \file
/// How many connections are open, in total and from each address, with their caps. Shared by all workers: takes its
/// lock when a connection opens or closes.
///
/// The limits of the network layer with their defaults and reasons; each can be set in `[limits]`.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/ip_address.hpp"
#include "base/result.hpp"
#include "http/handler.hpp"

namespace agent_access::net {

inline constexpr std::size_t kKibibyte = 1024;
inline constexpr std::size_t kMebibyte = 1024 * kKibibyte;

struct Limits {
  std::size_t request_line = 8 * kKibibyte;   ///< our longest URL is below 100 bytes; 8 KiB is usual for proxies
  std::size_t header_block = 16 * kKibibyte;  ///< all field lines: cookies of a whole domain, and a 4 KiB token
  std::size_t header_fields = 100;            ///< bounds the work of duplicate checks
  std::size_t body = 16 * kKibibyte;          ///< a registration or token request is below 1 KiB
  std::chrono::milliseconds handshake_deadline{5'000};  ///< of TLS, from accept to the end of the handshake
  /// Header timeout. The first head counts from accept, with the TLS handshake; later ones from their
  /// first byte.
  std::chrono::milliseconds header_deadline{10'000};
  std::chrono::milliseconds body_deadline{10'000};   ///< from the end of the head to the end of the body
  std::chrono::milliseconds write_deadline{30'000};  ///< of a peer that does not read
  /// Between two requests on one connection. Longer than the 60 s after which nginx and load balancers close theirs:
  /// who closes last never closes while a request is on its way.
  std::chrono::milliseconds idle_deadline{75'000};
  std::size_t requests_per_connection = 10'000;  ///< lets load balancers rebalance
  std::size_t connections_per_address = 256;     ///< of an IPv4 address or IPv6 /64; trusted proxies are exempt
  std::size_t handshakes = 1024;                 ///< TLS handshakes in progress: about a third of a second of one core
  std::size_t handshakes_per_address = 64;       ///< trusted proxies are exempt
  std::size_t connections = 0;                   ///< 0: just below half of the descriptor limit
  /// The most memory held for all connections together. With all else, less than 150 MB is resident.
  std::size_t memory = 64 * kMebibyte;
};

class ConnectionCounts {
 public:
  class Place;

  struct Caps {
    std::size_t total;
    std::size_t address;  ///< of an IPv4 address or IPv6 /64
  };

  /// `exempt` networks (trusted proxies) count in the total only.
  ConnectionCounts(const Caps& caps, std::vector<base::Network> exempt);

  /// Counts the connection as long as the Place exists, or returns the cap that is reached. Throws std::bad_alloc, and
  /// then counts nothing.
  [[nodiscard]] base::Result<Place, http::Refused> try_add(const base::IpAddress& peer);

  /// Replaces the exempt networks. Open connections stay counted, or not counted, as they were admitted.
  void set_exempt(std::vector<base::Network> exempt);

 private:
  struct Hash {
    std::size_t operator()(const base::IpAddress& address) const noexcept;
  };
  using Addresses = std::unordered_map<base::IpAddress, std::size_t, Hash>;

  [[nodiscard]] bool is_exempt(const base::IpAddress& peer) const noexcept;
  void remove(const Addresses::value_type* address) noexcept;

  const Caps caps_;
  std::mutex mutex_;
  std::vector<base::Network> exempt_;
  std::size_t total_ = 0;
  Addresses addresses_;  ///< those that have connections
};

/// The entry of one connection in the counts; empty after a move or release. Belongs to the connection's thread.
class ConnectionCounts::Place {
 public:
  Place() = default;
  Place(Place&& other) noexcept : counts_(std::exchange(other.counts_, nullptr)), address_(other.address_) {}
  Place& operator=(Place&& other) noexcept {
    release();
    counts_ = std::exchange(other.counts_, nullptr);
    address_ = other.address_;
    return *this;
  }
  ~Place() { release(); }

  void release() noexcept {
    if (counts_ != nullptr) std::exchange(counts_, nullptr)->remove(address_);
  }

 private:
  friend class ConnectionCounts;
  Place(ConnectionCounts& counts, const Addresses::value_type* address) noexcept
      : counts_(&counts), address_(address) {}

  ConnectionCounts* counts_ = nullptr;
  const Addresses::value_type* address_ = nullptr;  ///< null for exempt peers
};

/// Just below half of the process' descriptor limit: the other half is for files and logs.
[[nodiscard]] std::size_t default_connection_cap() noexcept;

}  // namespace agent_access::net
