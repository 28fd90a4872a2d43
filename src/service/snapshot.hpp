/// \file
/// Everything that start and reload decide, as one immutable value that all workers share until the next one comes.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "content/content.hpp"
#include "content/profile.hpp"
#include "content/settings.hpp"
#include "content/static_file.hpp"
#include "limit/rate_limiter.hpp"
#include "oauth/client.hpp"
#include "oauth/key_schedule.hpp"
#include "publish/catalogue.hpp"

namespace agent_access::service {

struct Snapshot {
  std::uint64_t number = 0;  ///< counts up with each build
  /// Of the first snapshot with these accepted keys, issuers and audiences. Two snapshots in a row have the same one
  /// when they accept the same tokens, so a token that was verified under the one need not be verified under the other.
  std::uint64_t key_set_number = 0;
  oauth::Seconds built_at;
  content::Settings settings;
  content::HostTable hosts;
  oauth::ClientSecretKeys client_secret_keys;
  oauth::KeySchedule keys;
  content::Profile profile;
  publish::Catalogue documents;
  limit::Policy limits;
};

/// What app has read and validated.
struct SnapshotInput {
  std::uint64_t number = 0;
  oauth::Seconds now;
  content::Settings settings;
  oauth::ClientSecretKeys client_secret_keys;
  oauth::KeySchedule keys;
  content::Profile profile;
  const content::Content& content;                ///< rendered and not kept
  const std::vector<content::StaticFile>& files;  ///< likewise; one at the path of a generated document replaces it
  limit::Policy limits = {};
};

/// Renders and prepares all documents; those that did not change are taken over from `previous`, which may be null. So
/// is key_set_number, where the accepted keys and the base URLs are the same.
[[nodiscard]] std::shared_ptr<const Snapshot> build_snapshot(SnapshotInput input, const Snapshot* previous = nullptr);

}  // namespace agent_access::service
