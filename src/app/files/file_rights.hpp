/// \file
/// Who may read a file of the owner, in words for the owner. By owner, group and mode; NOT checked: access control
/// lists, security modules.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <string>

namespace agent_access::app {

/// Empty when a file with a secret is closed to other users. Otherwise "PATH may be read by other users; run: chmod …".
///
/// The group may read a file of root (mode 0640): that is how root shares a secret with the user of a service. A file
/// of any other user is for that user alone. Everybody may read a file only if everybody may enter the folders above
/// it.
[[nodiscard]] std::string exposure(const std::filesystem::path& path, const struct stat& status);

/// For a file that could not be opened for lack of a right: whose it is, who asked, and the command that permits it.
/// Says which command shows the closed folder when the file itself cannot be seen.
[[nodiscard]] std::string explain_refusal(const std::filesystem::path& path);

}  // namespace agent_access::app
