/// \file
/// Opens entries of a folder and never anything outside of it. A file is checked and read through one descriptor, so
/// that renaming or replacing files meanwhile cannot change what is read after the check.
///
/// With openat2 (Linux 5.6) the kernel resolves a path beneath the folder: a symbolic link is followed when it is
/// relative and stays inside; an absolute one or one that leads out is refused. Where the kernel or a system call
/// filter does not allow openat2, no symbolic link is followed. Belongs to one thread.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/descriptor.hpp"
#include "base/result.hpp"

namespace agent_access::app {

struct OpenedEntry {
  base::Descriptor file;
  struct stat status;  ///< of this descriptor
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
  /// The folder itself may be a link, and its path may contain links. The error is the system's message.
  [[nodiscard]] static base::Result<ContainedFolder, std::string> open(const std::filesystem::path& path);

  /// "a/b" below the folder, "." for itself. Never blocks, also on a pipe without a writer.
  [[nodiscard]] base::Result<OpenedEntry, EntryFault> open_entry(const std::string& relative) const;

 private:
  ContainedFolder(base::Descriptor folder, bool has_openat2) : folder_(std::move(folder)), has_openat2_(has_openat2) {}
  [[nodiscard]] int open_without_links(const std::string& relative) const noexcept;
  [[nodiscard]] EntryFault fault_of(int error, const std::string& relative) const noexcept;

  base::Descriptor folder_;
  bool has_openat2_;
};

/// The names in an opened folder, sorted, without "." and "..". The error is the system's message.
[[nodiscard]] base::Result<std::vector<std::string>, std::string> names_in(base::Descriptor folder);

}  // namespace agent_access::app
