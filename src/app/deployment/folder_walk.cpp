#include "app/deployment/folder_walk.hpp"

#include <set>
#include <utility>

#include "site/content/static_file.hpp"

namespace agent_access::app {
namespace {

constexpr std::string_view kNoFile = "is neither a file nor a folder; remove it";

/// A folder that is being read, by device and inode: a link back to one is not followed.
using FolderId = std::pair<dev_t, ino_t>;

void tell(EntryFault fault, const std::string& relative, FolderVisitor& visitor) {
  switch (fault) {
    case EntryFault::leads_out: return visitor.leave_out(relative, "leads out of the folder");
    case EntryFault::leads_nowhere: return visitor.leave_out(relative, "leads nowhere");
    case EntryFault::link_refused:
      return visitor.leave_out(relative, "is a link, which this kernel cannot follow safely (no openat2),");
    case EntryFault::no_file: return visitor.report(relative, kNoFile);
    case EntryFault::vanished: return visitor.report(relative, "vanished while the folder was read");
    case EntryFault::unreadable: return visitor.report(relative, "cannot be read by the user who runs this program");
  }
}

class Walk {
 public:
  Walk(const ContainedFolder& folder, FolderVisitor& visitor) : folder_(folder), visitor_(visitor) {}

  void visit(const std::string& relative, std::string url) {
    auto entry = folder_.open_entry(relative.empty() ? "." : relative);
    if (!entry) return tell(entry.error(), relative, visitor_);
    if (S_ISDIR(entry->status.st_mode)) return visit_folder(std::move(*entry), relative, std::move(url));
    if (!S_ISREG(entry->status.st_mode)) return visitor_.report(relative, kNoFile);
    is_ended_ = !visitor_.visit(*entry, relative, std::move(url));
  }

 private:
  void visit_folder(OpenedEntry folder, const std::string& relative, std::string url) {
    if (++folders_ > kMostFolders) {
      is_ended_ = true;
      return visitor_.report_size("holds more than " + std::to_string(kMostFolders) + " folders");
    }
    const FolderId id{folder.status.st_dev, folder.status.st_ino};
    if (!ancestors_.insert(id).second) return visitor_.leave_out(relative, "leads back to a folder above it");
    const auto names = names_in(std::move(folder.file));
    if (!names) return visitor_.report(relative, names.error());
    if (!url.ends_with('/')) url += '/';
    for (const auto& name : *names) {
      if (is_ended_) break;
      if (name.starts_with('.') && name != ".well-known") continue;
      const std::string below = relative.empty() ? name : relative + "/" + name;
      std::string path = url;
      content::append_encoded(path, name);
      visit(below, std::move(path));
    }
    ancestors_.erase(id);
  }

  const ContainedFolder& folder_;
  FolderVisitor& visitor_;
  std::set<FolderId> ancestors_;
  std::size_t folders_ = 0;
  bool is_ended_ = false;
};

}  // namespace

void walk_folder(const ContainedFolder& folder, const std::string& url, FolderVisitor& visitor) {
  Walk(folder, visitor).visit("", url);
}

}  // namespace agent_access::app
