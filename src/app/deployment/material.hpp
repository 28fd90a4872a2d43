/// \file
/// Everything that a configuration refers to, read and validated: the input of snapshots. It is kept while the program
/// serves, so that a key rotation reads no file.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "app/deployment/key_plan.hpp"
#include "base/ports.hpp"
#include "base/result.hpp"
#include "limit/rate_limiter.hpp"
#include "oauth/key_schedule.hpp"
#include "service/snapshot.hpp"
#include "site/content/load.hpp"
#include "site/content/settings.hpp"
#include "site/publish/resource_metadata.hpp"

namespace agent_access::app {

struct Material {
  content::Settings settings;
  KeyPlan key_plan;
  content::Profile profile;
  std::shared_ptr<const content::Content> content;  ///< shared with the snapshots, like the files
  std::shared_ptr<const std::vector<content::StaticFile>> files;
  limit::Policy limits = {};
  std::shared_ptr<const publish::GatedFiles> gated_files = {};
  publish::Compression compression = publish::Compression::prepared;
};

[[nodiscard]] base::Result<std::shared_ptr<const service::Snapshot>, oauth::KeyFault> make_snapshot(
    const Material& material, std::uint64_t number, base::Seconds now, const service::Snapshot* previous = nullptr);

}  // namespace agent_access::app
