/// \file
/// The owner's folder of files that are served unchanged, read into memory.
///
/// Regular files, at most 10,000 and 64 MiB in total: contained_folder.hpp says which, and at which paths. "x.html" is
/// served at /x.html and /x, "index.html" also at the path of its folder with a slash; a file with that name takes
/// precedence over the alias.
///
/// Each file is opened once, and checked and read through that descriptor. A confidential file or a copy
/// of one is a problem. NOT done: following changes. NOT checked: other content of the files
/// (see content_checks.hpp), and names that start with a dot, which are not served.
///
/// What must never be published: the files that a setting names as secret, the profile, the configuration, and copies.
///
/// A file is refused at the path of one of them, also through links, and if it has the same bytes, but for white space
/// at both ends. A master secret from the environment has no path. Built at start and reload; then const and thread
/// safe. NOT detected: copies of fewer than kLeastCompared bytes, such as the profile "{}", copies in another encoding,
/// and files that contain more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "base/result.hpp"
#include "base/secret.hpp"
#include "oauth/key_schedule.hpp"
#include "site/content/static_file.hpp"

namespace agent_access::app {

class Confidential {
 public:
  static constexpr std::size_t kLeastCompared = 16;

  Confidential() = default;
  /// Reads the files. One that cannot be read is detected by its path only; loading it reports the error.
  Confidential(const Config& config, std::span<const oauth::MasterSecret> masters);

  void add_file(const std::filesystem::path& path, const std::string& what);

  /// "the file that tls.key names", "a copy of the file that tls.key names", or nothing. `bytes`: those of the file.
  [[nodiscard]] std::optional<std::string> find(const std::filesystem::path& path, std::string_view bytes) const;

 private:
  struct Entry {
    std::filesystem::path path;  ///< canonical; empty: none
    base::SecretBytes bytes;     ///< without white space at both ends
    std::string what;
  };
  std::vector<Entry> entries_;
};

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
