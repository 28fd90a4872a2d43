#include "app/deployment/contained_folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#if __has_include(<linux/openat2.h>)
#include <linux/openat2.h>
#include <sys/syscall.h>
#endif

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <system_error>
#include <utility>

namespace agent_access::app {
namespace {

/// Without O_NONBLOCK the open of a pipe would wait for a writer.
constexpr int kFlags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;

#if __has_include(<linux/openat2.h>)

/// openat2 fails with EAGAIN when something was renamed while the kernel followed "..".
constexpr int kAttempts = 100;

int call_openat2(int folder, const char* path) noexcept {
  open_how how{};
  how.flags = static_cast<std::uint64_t>(kFlags);
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  int opened = -1;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    opened = static_cast<int>(::syscall(SYS_openat2, folder, path, &how, sizeof how));
    if (opened >= 0 || (errno != EAGAIN && errno != EINTR)) break;
  }
  return opened;
}

#else

int call_openat2(int /*folder*/, const char* /*path*/) noexcept {
  errno = ENOSYS;
  return -1;
}

#endif

std::string reason() { return std::generic_category().message(errno); }

struct CloseFolder {
  void operator()(DIR* folder) const noexcept { ::closedir(folder); }
};

}  // namespace

base::Result<ContainedFolder, std::string> ContainedFolder::open(const std::filesystem::path& path) {
  base::Descriptor folder(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_DIRECTORY));
  if (folder.number() < 0) return base::Failure<std::string>(errno == ENOTDIR ? "is not a folder" : reason());
  const base::Descriptor probe(call_openat2(folder.number(), "."));
  // System call filters without openat2 return EPERM.
  const bool is_missing = probe.number() < 0 && (errno == ENOSYS || errno == EPERM);
  return ContainedFolder(std::move(folder), !is_missing);
}

int ContainedFolder::open_without_links(const std::string& relative) const noexcept {
  base::Descriptor folder;
  int parent = folder_.number();
  std::string_view rest = relative;
  for (;;) {
    const auto slash = rest.find('/');
    const std::string name(rest.substr(0, slash));
    if (name == "..") {
      errno = EXDEV;  // as openat2
      return -1;
    }
    const bool is_last = slash == std::string_view::npos;
    const int opened = ::openat(parent, name.c_str(), kFlags | O_NOFOLLOW | (is_last ? 0 : O_DIRECTORY));
    if (opened < 0 || is_last) return opened;
    folder = base::Descriptor(opened);
    parent = opened;
    rest.remove_prefix(slash + 1);
  }
}

EntryFault ContainedFolder::fault_of(int error, const std::string& relative) const noexcept {
  struct stat status{};
  const bool is_there = ::fstatat(folder_.number(), relative.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
  const bool is_link = is_there && S_ISLNK(status.st_mode);
  if (is_link && !has_openat2_) return EntryFault::link_refused;
  if (error == EXDEV) return EntryFault::leads_out;
  if (error == ENXIO || error == ENODEV) return EntryFault::no_file;
  if (is_link && (error == ENOENT || error == ELOOP || error == ENOTDIR)) return EntryFault::leads_nowhere;
  if (error == ENOENT) return EntryFault::vanished;
  return EntryFault::unreadable;
}

base::Result<OpenedEntry, EntryFault> ContainedFolder::open_entry(const std::string& relative) const {
  OpenedEntry entry{
      base::Descriptor(has_openat2_ ? call_openat2(folder_.number(), relative.c_str()) : open_without_links(relative)),
      {}};
  if (entry.file.number() < 0) return base::Failure(fault_of(errno, relative));
  if (::fstat(entry.file.number(), &entry.status) != 0) return base::Failure(EntryFault::unreadable);
  return entry;
}

base::Result<std::vector<std::string>, std::string> names_in(base::Descriptor folder) {
  const std::unique_ptr<DIR, CloseFolder> stream(::fdopendir(folder.number()));
  if (!stream) return base::Failure<std::string>(reason());
  static_cast<void>(folder.release());  // the stream closes it
  std::vector<std::string> names;
  for (;;) {
    errno = 0;
    const dirent* const entry = ::readdir(stream.get());
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  if (errno != 0) return base::Failure<std::string>(reason());
  std::ranges::sort(names);
  return names;
}

}  // namespace agent_access::app
