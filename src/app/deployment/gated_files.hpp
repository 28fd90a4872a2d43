/// \file
/// Reads the files of [[documents]] into memory: regular files of at most 16 MiB each and 64 MiB together, which are
/// not public anyway and not confidential. Thread safe. NOT done: following changes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "app/deployment/confidential.hpp"
#include "base/result.hpp"
#include "site/content/settings.hpp"
#include "site/publish/resource_metadata.hpp"

namespace agent_access::app {

inline constexpr std::uintmax_t kMostGatedFile = std::uintmax_t{16} << 20U;
inline constexpr std::uintmax_t kMostGatedFiles = std::uintmax_t{64} << 20U;

/// In the order of the rows, of which `access` is made. Fails with all problems at once, with file and line. Warns of a
/// file behind two scopes.
[[nodiscard]] base::Result<std::shared_ptr<const publish::GatedFiles>, Problems> load_gated_files(
    const Config& config, const content::Access& access, const Confidential& confidential,
    std::vector<std::string>& warnings);

}  // namespace agent_access::app
