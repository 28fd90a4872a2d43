/// \file
/// The files of a folder that may be published, in order of their names, with the paths at which they are.
///
/// Names that start with a dot are left out, except ".well-known". A symbolic link is followed only when it is relative
/// and stays inside. Names become paths byte for byte, percent-encoded
/// (site/content/static_file.hpp). Anything but files and folders is a problem. Belongs to one thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "app/deployment/contained_folder.hpp"

namespace agent_access::app {

/// The most folders below one.
inline constexpr std::size_t kMostFolders = 10'000;

class FolderVisitor {
 public:
  /// A regular file: "a/b.pdf", at "/a/b.pdf". False ends the walk.
  [[nodiscard]] virtual bool visit(const OpenedEntry& entry, const std::string& relative, std::string url) = 0;
  /// Something that is not published; a warning for the owner.
  virtual void leave_out(const std::string& relative, std::string_view reason) = 0;
  /// The folder cannot be published. `relative` is empty for the folder itself.
  virtual void report(const std::string& relative, std::string_view problem) = 0;
  /// The same, for its size: "holds more than 10000 folders". The walk has ended.
  virtual void report_size(const std::string& problem) = 0;

 protected:
  ~FolderVisitor() = default;
};

/// `url`: the path of the folder itself, with a slash at its end.
void walk_folder(const ContainedFolder& folder, const std::string& url, FolderVisitor& visitor);

}  // namespace agent_access::app
