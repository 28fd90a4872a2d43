#include "app/files/file_access.hpp"

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <random>
#include <span>
#include <system_error>
#include <utility>

#include "app/text/platform.hpp"
#include "app/text/value_text.hpp"
#include "app/text/words.hpp"
#include "base/descriptor.hpp"

namespace agent_access::app {
namespace {

base::Failure<std::string> system_failure(const char* what, const std::filesystem::path& path) {
  const auto reason = std::generic_category().message(errno);
  return base::Failure<std::string>(std::string(what) + " " + shown(path) + ": " + reason);
}

base::Failure<std::string> open_failure(const std::filesystem::path& path) {
  if (errno != EACCES || platform() == Platform::windows) return system_failure("cannot read", path);
  return base::Failure<std::string>("cannot read " + shown(path) + ": Permission denied; " + explain_refusal(path));
}

base::Failure<std::string> too_large(const std::filesystem::path& path, std::size_t limit) {
  return base::Failure<std::string>(shown(path) + " is larger than " + format_size(limit));
}

/// Fills `room`, or as much of it as there is to read; nothing after an error, with errno.
std::optional<std::size_t> read_up_to(int descriptor, std::span<std::byte> room) noexcept {
  std::size_t size = 0;
  while (size < room.size()) {
    const auto rest = room.subspan(size);
    const auto got = ::read(descriptor, rest.data(), rest.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::nullopt;
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  return size;
}

bool write_all(int descriptor, std::string_view content, Durability durability) noexcept {
  while (!content.empty()) {
    const auto written = ::write(descriptor, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return durability == Durability::of_caller || ::fsync(descriptor) == 0;
}

bool take_group_of_folder(int descriptor, const std::filesystem::path& path) noexcept {
  constexpr auto kSameUser = static_cast<uid_t>(-1);
  struct stat folder{};
  const auto parent = path.parent_path();
  return ::stat(parent.empty() ? "." : parent.c_str(), &folder) == 0 &&
         ::fchown(descriptor, kSameUser, folder.st_gid) == 0;
}

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

base::Result<FileContent, std::string> read_file(const std::filesystem::path& path, std::size_t limit) {
  // Without O_NONBLOCK the open of a pipe would wait for a writer.
  const base::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (file.number() < 0) return open_failure(path);
  return read_descriptor(file.number(), path, limit);
}

base::Result<FileContent, std::string> read_descriptor(int descriptor, const std::filesystem::path& path,
                                                       std::size_t limit) {
  struct stat status{};
  if (::fstat(descriptor, &status) != 0) return system_failure("cannot read", path);
  if (!S_ISREG(status.st_mode)) return base::Failure<std::string>(shown(path) + " is not a regular file");

  const auto stated_size = static_cast<std::size_t>(status.st_size);
  if (stated_size > limit) return too_large(path, limit);

  base::SecretBytes bytes(stated_size);
  const auto size = read_up_to(descriptor, bytes.reveal_for_writing());
  if (!size) return system_failure("cannot read", path);
  // One byte more than the stated size detects a file that grows while it is read.
  std::array<std::byte, 1> more{};
  if (read_up_to(descriptor, more).value_or(0) > 0) {
    return base::Failure<std::string>(shown(path) + " changed while it was read");
  }
  if (*size < stated_size) bytes = base::SecretBytes(bytes.reveal().first(*size));
  return FileContent{std::move(bytes), exposure(path, status)};
}

base::Result<void, std::string> create_file(const std::filesystem::path& path, std::string_view content, FileMode mode,
                                            Durability durability) {
  const auto bits = static_cast<mode_t>(mode);
  const base::Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, bits));
  if (file.number() < 0) return system_failure("cannot create", path);
  // A wide umask cannot widen the mode, but a default ACL or a narrow umask can change it.
  const bool is_shared = mode != FileMode::group_of_folder_reads || take_group_of_folder(file.number(), path);
  if (!is_shared || ::fchmod(file.number(), bits) != 0 || !write_all(file.number(), content, durability)) {
    auto failure = system_failure("cannot write", path);
    ::unlink(path.c_str());
    return failure;
  }
  return {};
}

base::Result<void, std::string> replace_file(const std::filesystem::path& path, std::string_view content,
                                             FileMode mode) {
  std::error_code error;
  const auto status = std::filesystem::symlink_status(path, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    return base::Failure(shown(path) + " is in the way: it is not a regular file");
  }
  const auto beside = path.parent_path() / (".agent-access-" + std::to_string(std::random_device()()));
  if (const auto created = create_file(beside, content, mode); !created) {
    return base::Failure(shown(path) + ": " + created.error());
  }
  error.clear();
  std::filesystem::rename(beside, path, error);
  if (!error) return {};
  std::error_code ignored;
  std::filesystem::remove(beside, ignored);
  return base::Failure("cannot write " + shown(path) + ": " + error.message());
}

std::filesystem::path canonical_or_empty(const std::filesystem::path& path) {
  if (path.empty()) return {};  // for libc++ it is the working folder
  std::error_code error;
  auto canonical = std::filesystem::canonical(path, error);
  return error ? std::filesystem::path() : canonical;
}

bool is_inside(const std::filesystem::path& path, const std::filesystem::path& folder) {
  return std::ranges::mismatch(folder, path).in1 == folder.end();
}

std::string exposure(const std::filesystem::path& path, const struct stat& status) {
  if (platform() == Platform::windows) return {};
  const bool is_of_root = status.st_uid == 0;
  const bool is_open = (status.st_mode & S_IROTH) != 0 && may_everybody_enter(path);
  if (!is_open && (is_of_root || (status.st_mode & S_IRGRP) == 0)) return {};
  return shown(path) + " may be read by other users; run: chmod " + (is_of_root ? "o= " : "600 ") + shown(path);
}

std::string explain_refusal(const std::filesystem::path& path) {
  const auto user = name_of_user(::geteuid());
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) {
    return "the user " + user + " may not enter a folder above it; `namei -l " + shown(path) + "` shows which";
  }
  const bool is_own = status.st_uid == ::geteuid();
  const auto file = shown(path);
  return "it belongs to " + name_of_user(status.st_uid) + ":" + name_of_group(status.st_gid) + " with mode " +
         octal(status.st_mode) + " and the program runs as " + user + "; run: " +
         (is_own ? "chmod u+r " + file : "chgrp " + name_of_group(::getegid()) + " " + file + " && chmod g+r " + file);
}

}  // namespace agent_access::app
