/// \file
/// What one base URL publishes. The sites of a snapshot differ only by their base URL, so that of the first one is made
/// when the snapshot is built, each other one when it is first asked for. A site that is made never changes.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "mcp/server.hpp"
#include "publish/catalogue.hpp"
#include "publish/resource_metadata.hpp"

namespace agent_access::service {

struct HostSite {
  publish::Catalogue documents;
  std::vector<publish::ResourceMetadata> resource_metadata;  ///< of gated documents and gates
  std::unique_ptr<const mcp::Server> mcp_server;             ///< null if the endpoint is disabled
};

/// The sites of a snapshot by base URL. Thread safe: a site that is made is found without a lock; several threads that
/// ask for one that is not made wait for the first of them, and for no other site.
class HostSites {
 public:
  /// Makes a site; takes some 20 ms. An exception leaves it unmade, for the next call.
  using Make = std::function<std::unique_ptr<const HostSite>(std::size_t host)>;

  HostSites(std::size_t count, Make make) : slots_(count), make_(std::move(make)) {}

  /// Precondition of all: `host` is below size().
  [[nodiscard]] const HostSite& at(std::size_t host) const;
  /// Null if the site is not made.
  [[nodiscard]] const HostSite* made(std::size_t host) const noexcept {
    return slots_[host].made.load(std::memory_order_acquire);
  }
  [[nodiscard]] std::size_t size() const noexcept { return slots_.size(); }
  /// Not thread safe: before the sites are shared. Precondition: the site is not made.
  void put(std::size_t host, std::unique_ptr<const HostSite> site);

 private:
  struct Slot {
    std::mutex making;
    std::unique_ptr<const HostSite> owned;
    std::atomic<const HostSite*> made = nullptr;
  };

  mutable std::vector<Slot> slots_;
  Make make_;
};

}  // namespace agent_access::service
