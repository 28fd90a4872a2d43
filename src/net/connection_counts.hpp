/// \file
/// How many connections are open, in all and by address, against their caps. Shared by all workers: locks inside, and
/// is touched only when a connection opens or closes.
#pragma once

#include <cstddef>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "base/ip_address.hpp"

namespace agent_access::net {

class ConnectionCounts {
 public:
  /// Addresses of `exempt` networks (trusted proxies) are counted, but have no cap of their own.
  ConnectionCounts(std::size_t total_cap, std::size_t address_cap, std::vector<base::Network> exempt);

  /// Counts the connection in, or returns false when a cap is reached.
  [[nodiscard]] bool try_add(const base::IpAddress& peer);
  /// Counts a connection of `from` as one of `to` from now on, or returns false when that cap is reached.
  [[nodiscard]] bool try_move(const base::IpAddress& from, const base::IpAddress& to);
  /// To be called once for each successful try_add.
  void remove(const base::IpAddress& peer) noexcept;
  /// Replaces the exempt networks; connections that are open stay open and stay counted.
  void set_exempt(std::vector<base::Network> exempt);

 private:
  struct Hash {
    std::size_t operator()(const base::IpAddress& address) const noexcept;
  };
  [[nodiscard]] bool is_exempt(const base::IpAddress& peer) const noexcept;
  [[nodiscard]] bool try_add_address(const base::IpAddress& peer);
  void remove_address(const base::IpAddress& peer) noexcept;

  const std::size_t total_cap_;
  const std::size_t address_cap_;
  std::mutex mutex_;
  std::vector<base::Network> exempt_;
  std::size_t total_ = 0;
  std::unordered_map<base::IpAddress, std::size_t, Hash> by_address_;
};

/// Just below half of the descriptors this process may open: the other half is for files, logs and shared limits.
[[nodiscard]] std::size_t default_connection_cap() noexcept;

}  // namespace agent_access::net
