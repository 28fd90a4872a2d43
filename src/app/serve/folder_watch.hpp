/// \file
/// Notices changes in the folder that `dev --site` serves: inotify, which tells the thread that waits for signals by
/// SIGIO. Not thread safe. NOT noticed: changes on network file systems by other machines.
#pragma once

#include <filesystem>
#include <string>

#include "base/descriptor.hpp"

namespace agent_access::app {

class FolderWatch {
 public:
  /// Notices changes from now on, so make it before the files are read. The folder need not exist.
  explicit FolderWatch(const std::filesystem::path& folder);

  /// Why changes may be missed; empty if none are.
  [[nodiscard]] const std::string& problem() const noexcept { return problem_; }
  /// Whether something that is served may have changed since this was made or last asked.
  [[nodiscard]] bool has_changed();

 private:
  [[nodiscard]] int add(const std::filesystem::path& path);

  base::Descriptor inotify_;
  int of_folder_ = -1;  ///< the watch of the folder itself, in which other files may change
  std::string problem_;
};

}  // namespace agent_access::app
