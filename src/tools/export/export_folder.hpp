/// \file
/// The folder that `export` writes to. Errors are sentences that name the file.
/// NOT done: locking; no other process should write there at the same time.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace agent_access::tools {

class ExportFolder {
 public:
  enum class Existing { refuse, replace };

  /// Creates the folder. A folder that is not empty is refused unless `existing` is `replace`.
  [[nodiscard]] static base::Result<ExportFolder, std::string> open(const std::filesystem::path& path,
                                                                    Existing existing);

  /// `name` is relative and without "." and ".." segments; its folders are created. Files are replaced atomically; one
  /// with the same content is not touched, so that its time stamp stays valid for caches. Nothing is written through
  /// symbolic links below the folder.
  [[nodiscard]] base::Result<void, std::string> write(const std::filesystem::path& name, std::string_view content);

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
  [[nodiscard]] std::size_t written() const noexcept { return written_; }  ///< files, unchanged ones included
  [[nodiscard]] std::size_t unchanged() const noexcept { return unchanged_; }

 private:
  explicit ExportFolder(std::filesystem::path path) : path_(std::move(path)) {}

  std::filesystem::path path_;
  std::size_t written_ = 0;
  std::size_t unchanged_ = 0;
};

}  // namespace agent_access::tools
