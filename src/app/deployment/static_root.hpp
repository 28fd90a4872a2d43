/// \file
/// The owner's folder of files that are served unchanged, read into memory.
///
/// Regular files, at most 10,000 and 64 MiB in total: folder_walk.hpp says which, and at which paths. "x.html" is
/// served at /x.html and /x, "index.html" also at the path of its folder with a slash; a file with that name takes
/// precedence over the alias.
///
/// Each file is opened once, and checked and read through that descriptor. A confidential file or a copy
/// of one is a problem. NOT done: following changes. NOT checked: other content of the files
/// (see content_checks.hpp), and names that start with a dot, which are not served.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "app/deployment/confidential.hpp"
#include "base/result.hpp"
#include "site/content/static_file.hpp"

namespace agent_access::app {

inline constexpr std::size_t kMaxRootFiles = 10'000;
inline constexpr std::uint64_t kMaxRootSize = std::uint64_t{64} << 20U;

struct StaticRoot {
  std::vector<content::StaticFile> files;  ///< sorted by path, aliases included
  std::size_t file_count = 0;              ///< without aliases
  std::uint64_t size = 0;                  ///< likewise, in bytes
};

/// Fails with all problems at once, but stops at a limit.
[[nodiscard]] base::Result<StaticRoot, Problems> read_static_root(const std::filesystem::path& root,
                                                                  const Confidential& confidential,
                                                                  std::vector<std::string>& warnings);

/// content.root; empty when it is switched off, or missing at its default path.
[[nodiscard]] base::Result<StaticRoot, Problems> load_static_root(const Config& config,
                                                                  const Confidential& confidential,
                                                                  std::vector<std::string>& warnings);

}  // namespace agent_access::app
