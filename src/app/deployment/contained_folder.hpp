/// \file
/// A folder whose entries are opened without ever leaving it: what is judged and read is one descriptor, so that nobody
/// who renames or replaces files meanwhile has something else read than what was judged.
///
/// With openat2 (Linux 5.6) the kernel resolves a path beneath the folder: a symbolic link is followed when it is
/// relative and stays inside; one that is absolute or leads out is not opened. Where the kernel or a filter of system
/// calls has no openat2, no symbolic link at all is followed. Belongs to one thread.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

#include "app/config/descriptor.hpp"
#include "base/result.hpp"

namespace agent_access::app {

struct OpenedEntry {
  Descriptor file;
  struct stat status;  ///< of this very descriptor
};

enum class EntryFault {
  leads_out,      ///< a link to a place outside, or an absolute one
  leads_nowhere,  ///< a link without a target
  link_refused,   ///< a link, and no openat2
  no_file,        ///< a socket or a device without a driver
  vanished,
  unreadable,
};

class ContainedFolder {
 public:
  /// The folder itself may be a link, and its path may hold links: the owner chose it. The error is the system's words.
  [[nodiscard]] static base::Result<ContainedFolder, std::string> open(const std::filesystem::path& path);

  /// "a/b" below the folder, "." for itself. Never waits: a pipe is opened without a writer.
  [[nodiscard]] base::Result<OpenedEntry, EntryFault> open_entry(const std::string& relative) const;

 private:
  ContainedFolder(Descriptor folder, bool has_openat2) : folder_(std::move(folder)), has_openat2_(has_openat2) {}
  [[nodiscard]] int open_beneath(const std::string& relative) const noexcept;
  [[nodiscard]] int open_without_links(const std::string& relative) const noexcept;
  [[nodiscard]] EntryFault fault_of(int error, const std::string& relative) const noexcept;

  Descriptor folder_;
  bool has_openat2_;
};

/// The names in an opened folder, sorted, without "." and "..". The error is the system's words.
[[nodiscard]] base::Result<std::vector<std::string>, std::string> names_in(Descriptor folder);

}  // namespace agent_access::app
