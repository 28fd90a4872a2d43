/// \file
/// How many connections are open, in total and from each address, with their caps. Shared by all workers: takes its
/// lock when a connection opens or closes.
#pragma once

#include <cstddef>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/ip_address.hpp"
#include "base/result.hpp"
#include "http/handler.hpp"

namespace agent_access::net {

class ConnectionCounts {
 public:
  class Admission;

  struct Caps {
    std::size_t total;
    std::size_t address;  ///< of an IPv4 address or IPv6 /64
  };

  /// `exempt` networks (trusted proxies) count in the total only.
  ConnectionCounts(const Caps& caps, std::vector<base::Network> exempt);

  /// Counts the connection as long as the Admission exists, or returns the cap that is reached. Throws std::bad_alloc,
  /// and then counts nothing.
  [[nodiscard]] base::Result<Admission, http::Refused> try_add(const base::IpAddress& peer);

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
class ConnectionCounts::Admission {
 public:
  Admission() = default;
  Admission(Admission&& other) noexcept : counts_(std::exchange(other.counts_, nullptr)), address_(other.address_) {}
  Admission& operator=(Admission&& other) noexcept {
    release();
    counts_ = std::exchange(other.counts_, nullptr);
    address_ = other.address_;
    return *this;
  }
  ~Admission() { release(); }

  void release() noexcept {
    if (counts_ != nullptr) std::exchange(counts_, nullptr)->remove(address_);
  }

 private:
  friend class ConnectionCounts;
  Admission(ConnectionCounts& counts, const Addresses::value_type* address) noexcept
      : counts_(&counts), address_(address) {}

  ConnectionCounts* counts_ = nullptr;
  const Addresses::value_type* address_ = nullptr;  ///< null for exempt peers
};

/// Just below half of the process' descriptor limit: the other half is for files and logs.
[[nodiscard]] std::size_t default_connection_cap() noexcept;

}  // namespace agent_access::net
