/// \file
/// What one base URL publishes. The sites of a snapshot differ only by their base URL, so that of the first one is made
/// when the snapshot is built, each other one when it is first asked for. A site that is made never changes.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "base/lazy.hpp"
#include "mcp/server.hpp"
#include "publish/catalogue.hpp"
#include "publish/resource_metadata.hpp"

namespace agent_access::service {

struct HostSite {
  publish::Catalogue documents;
  std::vector<publish::ResourceMetadata> resource_metadata;  ///< of gated documents and gates
  std::unique_ptr<const mcp::Server> mcp_server;             ///< null if the endpoint is disabled
};

/// The sites of a snapshot by base URL. Thread safe.
class HostSites {
 public:
  /// Makes a site; takes some 20 ms. An exception leaves it unmade, for the next call.
  using Make = std::function<std::unique_ptr<const HostSite>(std::size_t host)>;

  HostSites(std::size_t count, Make make) : sites_(count), make_(std::move(make)) {}

  /// Precondition of all: `host` is below size().
  const HostSite& at(std::size_t host) const { return at(host, make_); }
  /// Uses another `make` if the site is not made.
  const HostSite& at(std::size_t host, const Make& make) const {
    return *sites_[host].get([&] { return make(host); });
  }
  /// Null if the site is not made.
  [[nodiscard]] const HostSite* made(std::size_t host) const noexcept { return sites_[host].made(); }
  [[nodiscard]] std::size_t size() const noexcept { return sites_.size(); }

 private:
  std::vector<base::Lazy<HostSite>> sites_;
  Make make_;
};

}  // namespace agent_access::service
