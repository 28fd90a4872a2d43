#include "app/serve/folder_watch.hpp"

#include <fcntl.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>

namespace agent_access::app {
namespace {

namespace fs = std::filesystem;

/// A file that is written counts when it is closed, so that one that has only been truncated seldom does.
constexpr std::uint32_t kChanges =
    IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVE | IN_DELETE_SELF | IN_MOVE_SELF;

/// Files of which a link may lead out of the folder, and the folder of own files.
constexpr std::array<std::string_view, 4> kServed = {"site.json", "faq.json", "profile.json", "public"};

}  // namespace

FolderWatch::FolderWatch(const fs::path& folder, std::span<const fs::path> others)
    : inotify_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
  const bool tells = inotify_.number() >= 0 && ::fcntl(inotify_.number(), F_SETOWN, ::getpid()) == 0 &&
                     ::fcntl(inotify_.number(), F_SETFL, O_NONBLOCK | O_ASYNC) == 0;
  if (!tells) problem_ = std::generic_category().message(errno);
  if (!folder.empty()) {
    for (const auto name : kServed) add_by_name(folder / name);
  }
  for (const auto& other : others) add_by_name(other);
  // Afterwards, because in these every name counts.
  if (!folder.empty()) add_all(folder / "public");
  for (const auto& other : others) add_all(other);
}

/// A file or a folder, which may be replaced by another one of its name.
void FolderWatch::add_by_name(const fs::path& path) {
  fs::path above = fs::absolute(path).parent_path();
  if (const int watch = add(above); watch >= 0) {
    names_[watch].insert(path.filename().string());
  } else {
    // A folder that does not exist appears in one above.
    while (add(above) < 0 && above.has_relative_path()) above = above.parent_path();
  }
  add(path);
}

void FolderWatch::add_all(const fs::path& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) return;
  names_.erase(add(folder));
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (entry->is_directory(error)) names_.erase(add(entry->path()));
  }
}

int FolderWatch::add(const fs::path& path) {
  const int watch = ::inotify_add_watch(inotify_.number(), path.c_str(), kChanges);
  if (watch < 0 && (errno == ENOSPC || errno == ENOMEM)) problem_ = std::generic_category().message(errno);
  return watch;
}

bool FolderWatch::has_changed() {
  bool has_changed = false;
  alignas(inotify_event) std::array<char, 16UL * 1024> events{};
  for (;;) {
    const auto size = ::read(inotify_.number(), events.data(), events.size());
    if (size <= 0) return has_changed;
    for (std::size_t at = 0; at < static_cast<std::size_t>(size);) {
      const auto* const event = reinterpret_cast<const inotify_event*>(&events.at(at));
      const std::string_view name = event->len == 0 ? "" : event->name;
      at += sizeof *event + event->len;
      const auto names = names_.find(event->wd);
      const bool is_of_others = names != names_.end() && !names->second.contains(name);
      // Nothing is served whose name begins with a dot, such as the temporary files of editors.
      if (name.empty() || (!name.starts_with('.') && !is_of_others)) has_changed = true;
    }
  }
}

}  // namespace agent_access::app
