/// \file
/// Notices changes of what `dev` serves, a folder and sources: inotify, which tells the thread that waits for signals
/// by SIGIO. Not thread safe. NOT noticed: changes on network file systems by other machines.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <string>

#include "base/descriptor.hpp"

namespace agent_access::app {

class FolderWatch {
 public:
  /// Notices changes from now on, so make it before the files are read. `folder`: empty for none. `others`: files and
  /// folders elsewhere, or in the folder by further names. Nothing of all this needs to exist.
  explicit FolderWatch(const std::filesystem::path& folder, std::span<const std::filesystem::path> others = {});

  /// Why changes may be missed; empty if none are.
  [[nodiscard]] const std::string& problem() const noexcept { return problem_; }
  /// Whether something that is served may have changed since this was made or last asked.
  [[nodiscard]] bool has_changed();

 private:
  int add(const std::filesystem::path& path);
  void add_all(const std::filesystem::path& folder);
  void add_by_name(const std::filesystem::path& path);
  void add_above(const std::filesystem::path& folder);

  base::Descriptor inotify_;
  /// The names that count, by the watch of their folder, in which other files may change.
  std::map<int, std::set<std::string, std::less<>>> names_;
  std::string problem_;
};

}  // namespace agent_access::app
