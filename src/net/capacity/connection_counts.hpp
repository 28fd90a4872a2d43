/// \file
/// How many connections are open, in total and by network, with their caps, and how many bytes the process holds for
/// the peers of each network (counted by HeldMemory). Shared by all workers: takes its lock only when a connection
/// opens, moves or closes. What a Place reads and adds is atomic.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/ip_address.hpp"
#include "base/result.hpp"
#include "http/handler.hpp"
#include "net/capacity/limits.hpp"

namespace agent_access::net {

/// What the connections of one network use at present.
struct NetworkUse {
  std::atomic<std::size_t> connections{0};
  std::atomic<std::int64_t> held{0};  ///< bytes
};

class ConnectionCounts {
 public:
  class Place;

  /// `exempt` networks (trusted proxies) count in the total only.
  ConnectionCounts(const Shares& caps, std::vector<base::Network> exempt);

  /// Counts the connection as long as the Place exists, or returns the cap that is reached. Throws std::bad_alloc, and
  /// then counts nothing.
  [[nodiscard]] base::Result<Place, http::Refused> try_add(const base::IpAddress& peer);
  /// How many connections the peer's network (Reach::network) has.
  [[nodiscard]] std::size_t of_network(const base::IpAddress& peer) noexcept;

  /// Replaces the exempt networks. Open connections stay counted, or not counted, as they were admitted.
  void set_exempt(std::vector<base::Network> exempt);
  [[nodiscard]] bool is_exempt(const base::IpAddress& peer) noexcept;
  [[nodiscard]] std::size_t total() const noexcept { return total_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::size_t cap() const noexcept { return caps_.total; }

 private:
  struct Hash {
    std::size_t operator()(const PeerNetwork& network) const noexcept;
  };
  using Uses = std::unordered_map<PeerNetwork, NetworkUse, Hash>;
  using Entries = std::array<Uses::value_type*, kReaches>;

  [[nodiscard]] bool has_exempt(const base::IpAddress& peer) const noexcept;
  [[nodiscard]] base::Result<Entries, http::Refused> try_enter(const base::IpAddress& peer);
  void leave(const Entries& entries, std::size_t count) noexcept;
  void remove(Place& place) noexcept;

  const Shares caps_;
  std::mutex mutex_;
  std::vector<base::Network> exempt_;
  std::atomic<std::size_t> total_{0};
  Uses uses_;
};

/// The entry of one connection in the counts; empty after a move or release. Belongs to the connection's thread.
class ConnectionCounts::Place {
 public:
  Place() = default;
  Place(Place&& other) noexcept
      : counts_(std::exchange(other.counts_, nullptr)), entries_(std::exchange(other.entries_, {})) {}
  Place& operator=(Place&& other) noexcept {
    release();
    counts_ = std::exchange(other.counts_, nullptr);
    entries_ = std::exchange(other.entries_, {});
    return *this;
  }
  ~Place() { release(); }

  void release() noexcept {
    if (counts_ != nullptr) counts_->remove(*this);
  }
  /// The use by the network of this size; null for exempt peers and where there is no such network.
  [[nodiscard]] NetworkUse* use(Reach reach) const noexcept {
    Uses::value_type* const entry = entries_[static_cast<std::size_t>(reach)];
    return entry == nullptr ? nullptr : &entry->second;
  }

 private:
  friend class ConnectionCounts;
  Place(ConnectionCounts& counts, const Entries& entries) noexcept : counts_(&counts), entries_(entries) {}

  ConnectionCounts* counts_ = nullptr;
  Entries entries_{};
};

/// Just below half of the process' descriptor limit: the other half is for files and logs.
[[nodiscard]] std::size_t default_connection_cap() noexcept;

}  // namespace agent_access::net
