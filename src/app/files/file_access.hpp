/// \file
/// Reading and creating the owner's files. Errors are sentences that name the file and never contain its content. Bytes
/// are read into base::SecretBytes only: every secret in a file is read by these functions. NOT done: following changes
/// of a file, locking.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "base/secret.hpp"

namespace agent_access::app {

struct FileContent {
  base::SecretBytes bytes;
  std::string exposure;  ///< for a file with a secret: who else may read it, see exposure(); empty: nobody
};

/// A whole regular file of at most `limit` bytes, read once. Pipes, devices and folders are refused at once.
[[nodiscard]] base::Result<FileContent, std::string> read_file(const std::filesystem::path& path, std::size_t limit);

/// The same through a descriptor that was opened for reading; `path` is for the error.
[[nodiscard]] base::Result<FileContent, std::string> read_descriptor(int descriptor, const std::filesystem::path& path,
                                                                     std::size_t limit);

enum class FileMode : mode_t {
  everybody_may_read = 0644,
  owner_only = 0600,
  group_of_folder_reads = 0640,  ///< with the group of the folder
};

/// Who sees to it that a file is on the disk.
enum class Durability : std::uint8_t { of_file, of_caller };

/// Creates a file that must not exist yet and writes all of `content`, to the disk unless the caller does that for many
/// files at once.
[[nodiscard]] base::Result<void, std::string> create_file(const std::filesystem::path& path, std::string_view content,
                                                          FileMode mode, Durability durability = Durability::of_file);

/// The same for a file that may exist: a reader sees its old or its new content. Anything but a regular file is
/// refused, symbolic links, too.
[[nodiscard]] base::Result<void, std::string> replace_file(const std::filesystem::path& path, std::string_view content,
                                                           FileMode mode);

/// The path without links; empty if there is no such file, or if it cannot be seen.
[[nodiscard]] std::filesystem::path canonical_or_empty(const std::filesystem::path& path);

/// Whether `path` is the folder or inside of it; both canonical.
[[nodiscard]] bool is_inside(const std::filesystem::path& path, const std::filesystem::path& folder);

// Who may read a file of the owner, in words for the owner. By owner, group and mode; NOT checked: access control
// lists, security modules.

/// Empty when a file with a secret is closed to other users. Otherwise "PATH may be read by other users; run: chmod …".
///
/// The group may read a file of root (mode 0640): that is how root shares a secret with the user of a service. A file
/// of any other user is for that user alone. Everybody may read a file only if everybody may enter its folders. Nothing
/// is said on Windows, whose modes say nothing.
[[nodiscard]] std::string exposure(const std::filesystem::path& path, const struct stat& status);

/// For a file that could not be opened for lack of a right: whose it is, who asked, and the command that permits it.
/// Says which command shows the closed folder when the file itself cannot be seen.
[[nodiscard]] std::string explain_refusal(const std::filesystem::path& path);

}  // namespace agent_access::app
