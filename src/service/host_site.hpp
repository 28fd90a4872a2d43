/// \file
/// What one base URL publishes. The sites of a snapshot differ only by their base URL. A site is made when it is first
/// asked for, its documents and its MCP server likewise; none of them changes then, but for content codings.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/lazy.hpp"
#include "mcp/server.hpp"
#include "publish/catalogue.hpp"
#include "publish/publication.hpp"
#include "publish/resource_metadata.hpp"

namespace agent_access::service {

/// Thread safe.
class HostSite {
 public:
  using MakeServer = std::function<std::unique_ptr<const mcp::Server>(const HostSite& site)>;

  /// `first`: the documents of the first base URL, which outlive this, or null. `make_server`: empty if the endpoint is
  /// disabled.
  HostSite(publish::HostPublication publication, std::vector<publish::ResourceMetadata> resource_metadata,
           const publish::Catalogue* first, MakeServer make_server);
  HostSite(const HostSite&) = delete;
  HostSite& operator=(const HostSite&) = delete;

  [[nodiscard]] const publish::HostPublication& publication() const noexcept { return publication_; }
  [[nodiscard]] const publish::Catalogue& documents() const noexcept { return documents_; }
  /// Of gated documents and gates.
  [[nodiscard]] const std::vector<publish::ResourceMetadata>& resource_metadata() const noexcept {
    return resource_metadata_;
  }
  [[nodiscard]] bool has_mcp_server() const noexcept { return static_cast<bool>(make_server_); }
  /// Precondition: there is one. Making it reads all documents and builds the index of the search: a second for 10,000
  /// works, some milliseconds for a small site.
  [[nodiscard]] const mcp::Server& mcp_server() const {
    return *server_.get([this] { return make_server_(*this); });
  }
  [[nodiscard]] bool has_made_mcp_server() const noexcept { return server_.made() != nullptr; }

  /// Makes what `previous`, the site of the same host in the snapshot before, has made.
  void make_those_of(const HostSite& previous) const;

 private:
  publish::HostPublication publication_;
  publish::Catalogue documents_;
  std::vector<publish::ResourceMetadata> resource_metadata_;
  MakeServer make_server_;
  base::Lazy<mcp::Server> server_;
};

/// The sites of a snapshot by base URL. Thread safe.
class HostSites {
 public:
  /// Makes a site. An exception leaves it unmade, for the next call.
  using Make = std::function<std::unique_ptr<const HostSite>(std::size_t host)>;

  HostSites(std::size_t count, Make make) : sites_(count), make_(std::move(make)) {}

  /// Precondition of both: `host` is below size().
  const HostSite& at(std::size_t host) const {
    return *sites_[host].get([&] { return make_(host); });
  }
  /// Null if the site is not made.
  [[nodiscard]] const HostSite* made(std::size_t host) const noexcept { return sites_[host].made(); }
  [[nodiscard]] std::size_t size() const noexcept { return sites_.size(); }

 private:
  std::vector<base::Lazy<HostSite>> sites_;
  Make make_;
};

/// Makes what no request needed so far: all documents of the first site, its MCP server, then the content codings of
/// all documents, also of those that requests made on other sites. In steps, so that its thread can do other things.
/// Belongs to one thread.
class Completion {
 public:
  /// `sites` outlives this.
  explicit Completion(const HostSites& sites) : sites_(sites) {}

  /// Makes one group of documents or its codings, or the server. False if nothing is left; the next call looks for what
  /// requests have made since. Throws std::bad_alloc; a document that was not made then is left to a request.
  bool step() { return make_next() || compress_next(); }

 private:
  bool make_next();
  bool compress_next();

  const HostSites& sites_;
  std::optional<publish::HostPublication::Renderer> renderer_;
  std::size_t next_to_make_ = 0;
  std::size_t host_ = 0;
  std::size_t next_to_compress_ = 0;
};

}  // namespace agent_access::service
