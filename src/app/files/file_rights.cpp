#include "app/files/file_rights.hpp"

#include <grp.h>
#include <pwd.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <system_error>

namespace agent_access::app {
namespace {

/// Room for one entry of the user or group database.
constexpr std::size_t kEntrySize = 16UL * 1024;

std::string name_of_user(uid_t user) {
  std::array<char, kEntrySize> storage{};
  passwd entry{};
  passwd* found = nullptr;
  ::getpwuid_r(user, &entry, storage.data(), storage.size(), &found);
  return found == nullptr ? std::to_string(user) : std::string(found->pw_name);
}

std::string name_of_group(gid_t group) {
  std::array<char, kEntrySize> storage{};
  struct group entry{};
  struct group* found = nullptr;
  ::getgrgid_r(group, &entry, storage.data(), storage.size(), &found);
  return found == nullptr ? std::to_string(group) : std::string(found->gr_name);
}

std::string octal(mode_t mode) {
  std::string text;
  for (const auto shift : {6U, 3U, 0U}) text += static_cast<char>('0' + ((mode >> shift) & 7U));
  return text;
}

/// When in doubt, yes.
bool may_everybody_enter(const std::filesystem::path& path) {
  std::error_code error;
  const auto canonical = std::filesystem::canonical(path, error);
  if (error) return true;
  for (auto folder = canonical.parent_path();; folder = folder.parent_path()) {
    struct stat status{};
    if (::stat(folder.c_str(), &status) == 0 && (status.st_mode & S_IXOTH) == 0) return false;
    if (folder == folder.parent_path()) return true;
  }
}

}  // namespace

std::string exposure(const std::filesystem::path& path, const struct stat& status) {
  const bool is_of_root = status.st_uid == 0;
  const bool is_open = (status.st_mode & S_IROTH) != 0 && may_everybody_enter(path);
  if (!is_open && (is_of_root || (status.st_mode & S_IRGRP) == 0)) return {};
  return path.string() + " may be read by other users; run: chmod " + (is_of_root ? "o= " : "600 ") + path.string();
}

std::string explain_refusal(const std::filesystem::path& path) {
  const auto user = name_of_user(::geteuid());
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) {
    return "the user " + user + " may not enter a folder above it; `namei -l " + path.string() + "` shows which";
  }
  const auto group = name_of_group(::getegid());
  return "it belongs to " + name_of_user(status.st_uid) + ":" + name_of_group(status.st_gid) + " with mode " +
         octal(status.st_mode) + " and the program runs as " + user + "; run: chgrp " + group + " " + path.string() +
         " && chmod g+r " + path.string();
}

}  // namespace agent_access::app
