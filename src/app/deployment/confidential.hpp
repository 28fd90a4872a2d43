/// \file
/// What must never be published: the files that a setting names as secret, the profile, the configuration, and copies.
///
/// A file is refused at the path of one of them, also through links, and if it has the same bytes, but for white space
/// at both ends. A master secret from the environment has no path. Built at start and reload; then const and thread
/// safe. NOT detected: copies of fewer than kLeastCompared bytes, such as the profile "{}", copies in another encoding,
/// and files that contain more.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "base/secret.hpp"
#include "oauth/key_schedule.hpp"

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
  struct Guarded {
    std::filesystem::path path;  ///< canonical; empty: none
    base::SecretBytes bytes;     ///< without white space at both ends
    std::string what;
  };
  std::vector<Guarded> entries_;
};

}  // namespace agent_access::app
