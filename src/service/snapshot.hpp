/// \file
/// The immutable state that one start or reload builds, shared by all workers until the next one.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/ports.hpp"
#include "base/result.hpp"
#include "crypto/digest.hpp"
#include "limit/rate_limiter.hpp"
#include "mcp/server.hpp"
#include "oauth/bearer.hpp"
#include "oauth/client.hpp"
#include "oauth/key_schedule.hpp"
#include "oauth/scope.hpp"
#include "oauth/token.hpp"
#include "service/service_paths.hpp"
#include "site/content/content.hpp"
#include "site/content/load.hpp"
#include "site/content/settings.hpp"
#include "site/content/static_file.hpp"
#include "site/publish/catalogue.hpp"
#include "site/publish/resource_metadata.hpp"

namespace agent_access::service {

/// What one base URL publishes.
struct HostSite {
  publish::Catalogue documents;
  std::vector<publish::ResourceMetadata> resource_metadata;  ///< of gated documents and gates
  std::unique_ptr<const mcp::Server> mcp_server;             ///< null if the endpoint is disabled
};

struct Snapshot {
  std::uint64_t number = 0;  ///< increases with each build
  /// The number of the first snapshot with the same accepted keys, issuers, audiences and scopes. Consecutive snapshots
  /// that accept the same tokens have the same one, so that tokens verified with one stay cached for the next.
  std::uint64_t key_set_number = 0;
  oauth::Seconds built_at;
  content::Settings settings;
  content::HostTable hosts;
  oauth::ClientSecretKeys client_secret_keys;
  oauth::KeySchedule keys;
  oauth::Scopes scopes;
  std::vector<std::vector<std::string>> token_remedies;  ///< by base URL and scope (service/authorization.hpp)
  content::Profile profile;
  std::shared_ptr<const content::Content> content;
  std::shared_ptr<const std::vector<content::StaticFile>> files;
  std::shared_ptr<const publish::GatedFiles> gated_files;  ///< of settings.access
  limit::Policy limits;
  std::vector<HostSite> sites = {};  ///< by base URL; they refer to the profile
  ServicePaths service_paths = {};   ///< of each host; empty with generated pages

  /// The file of one of settings.access.documents.
  [[nodiscard]] const publish::GatedFile& file_of(const content::GatedDocument& document) const {
    return (*gated_files)[static_cast<std::size_t>(&document - settings.access.documents.data())];
  }
};

/// The validated input of a snapshot, read by app.
struct SnapshotInput {
  std::uint64_t number = 0;
  oauth::Seconds now;
  content::Settings settings;
  oauth::ClientSecretKeys client_secret_keys;
  oauth::KeySchedule keys;
  content::Profile profile;
  std::shared_ptr<const content::Content> content;
  /// One at the path of a generated document replaces it.
  std::shared_ptr<const std::vector<content::StaticFile>> files;
  std::shared_ptr<const publish::GatedFiles> gated_files = {};  ///< of settings.access
  limit::Policy limits = {};
  publish::Compression compression = publish::Compression::prepared;
};

/// Renders, hashes and compresses all documents of all hosts: 0.1 s for a small site, seconds for one with 10,000
/// works. What equals that of `previous`, which may be null, or of another host is shared with it: documents, and the
/// index of the search; so is key_set_number if the accepted keys, the base URLs and the scopes are the same.
[[nodiscard]] std::shared_ptr<const Snapshot> build_snapshot(SnapshotInput input, const Snapshot* previous = nullptr);

/// The crypto contexts of one worker, made from the shared snapshot, so that requests need no lock for them. An
/// instance belongs to one thread.
struct WorkerContext {
  [[nodiscard]] static base::Result<WorkerContext, oauth::KeyFault> create(std::shared_ptr<const Snapshot> snapshot);

  const Snapshot* snapshot;
  /// Owns the snapshot for responses being sent. A pointer with its own reference count for each worker, so that copies
  /// do not write a cache line that other workers write.
  std::shared_ptr<const void> hold;
  oauth::ClientAuthority clients;
  oauth::TokenIssuer issuer;
  oauth::BearerVerifier verifier;
  crypto::Sha256 hasher;
};

}  // namespace agent_access::service
