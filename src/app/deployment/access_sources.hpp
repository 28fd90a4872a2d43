/// \file
/// Whether the sources of [[documents]] may be sent: they exist, can be read, are a file or a folder as the path says,
/// are not public anyway, and hold nothing confidential.
///
/// Folders are examined file by file as they are sent (gated/folder_walk.hpp), at most 20,000 files. The first 256 KiB
/// of each file are searched, because secrets and keys are small, and at most 256 MiB of one document; what is beyond
/// is compared with the confidential files by identity alone. NOT done: examining files that are added after the load.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "app/deployment/confidential.hpp"

namespace agent_access::app {

/// How much of one document is examined.
struct SearchLimits {
  std::size_t bytes = std::size_t{256} << 20U;
  std::size_t files = 20'000;
};

/// Problems with file and line; warnings for what of a folder is not sent (a name that starts with a dot, a link that
/// leads out), and if a limit is reached.
[[nodiscard]] Problems check_sources(const Config& config, const Confidential& confidential,
                                     std::vector<std::string>& warnings, const SearchLimits& limits = {});

}  // namespace agent_access::app
