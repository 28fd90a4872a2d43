#include "app/deployment/static_root.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <set>
#include <utility>

#include "app/files/file_access.hpp"
#include "app/deployment/contained_folder.hpp"
#include "app/deployment/content_files.hpp"
#include "app/report/value_text.hpp"
#include "base/bytes.hpp"
#include "service/endpoint_table.hpp"

namespace agent_access::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTooLarge = "; a larger site belongs to a web server in front of this program";
constexpr std::string_view kNoFile = "is neither a file nor a folder; remove it";
constexpr std::string_view kIndex = "index.html";
constexpr std::string_view kHtml = ".html";

constexpr std::string_view kRemedy = "; move it to a folder outside of content.root";

/// A folder that is being read, by device and inode: a link back to one is not followed.
using FolderId = std::pair<dev_t, ino_t>;

class FolderReader {
 public:
  FolderReader(const fs::path& root, const Confidential& confidential, std::vector<std::string>& warnings)
      : root_(root), confidential_(confidential), warnings_(warnings) {}

  base::Result<StaticRoot, Problems> run() {
    auto folder = ContainedFolder::open(root_);
    if (!folder) {
      report("", folder.error());
    } else {
      folder_ = &*folder;
      visit("", "", ".");
    }
    if (!problems_.empty()) return base::Failure<Problems>(std::move(problems_));
    found_.file_count = found_.files.size();
    add_aliases();
    std::ranges::sort(found_.files, {}, &content::StaticFile::path);
    return std::move(found_);
  }

 private:
  [[nodiscard]] std::string shown(const std::string& relative) const {
    return "content.root: " + (relative.empty() ? root_ : root_ / relative).string();
  }
  void report(const std::string& relative, std::string_view problem) {
    problems_.push_back(shown(relative) + ": " + std::string(problem));
  }
  void leave_out(const std::string& relative, std::string_view reason) {
    warnings_.push_back(shown(relative) + " " + std::string(reason) + " and is left out");
  }

  void stop(const std::string& problem) {
    is_stopped_ = true;
    report("", problem + std::string(kTooLarge));
  }

  void visit_folder(OpenedEntry folder, const std::string& relative, const std::string& url) {
    if (++folders_ > kMaxRootFiles) return stop("holds more than " + std::to_string(kMaxRootFiles) + " folders");
    const FolderId id{folder.status.st_dev, folder.status.st_ino};
    if (!ancestors_.insert(id).second) return leave_out(relative, "leads back to a folder above it");
    const auto names = names_in(std::move(folder.file));
    if (!names) return report(relative, names.error());
    for (const auto& name : *names) {
      if (is_stopped_) break;
      if (name.starts_with('.') && name != ".well-known") continue;
      visit(relative.empty() ? name : relative + "/" + name, url, name);
    }
    ancestors_.erase(id);
  }

  void visit(const std::string& relative, std::string url, const std::string& name) {
    auto entry = folder_->open_entry(relative.empty() ? name : relative);
    if (!entry) return refuse(entry.error(), relative);
    if (!relative.empty()) content::append_encoded(url, name);
    if (S_ISDIR(entry->status.st_mode)) return visit_folder(std::move(*entry), relative, url += '/');
    if (!S_ISREG(entry->status.st_mode)) return report(relative, kNoFile);
    take(*entry, relative, std::move(url), name);
  }

  void refuse(EntryFault fault, const std::string& relative) {
    switch (fault) {
      case EntryFault::leads_out:
        return leave_out(relative, "leads out of the folder");
      case EntryFault::leads_nowhere:
        return leave_out(relative, "leads nowhere");
      case EntryFault::link_refused:
        return leave_out(relative, "is a link, which this kernel cannot follow safely (no openat2),");
      case EntryFault::no_file:
        return report(relative, kNoFile);
      case EntryFault::vanished:
        return report(relative, "vanished while the folder was read");
      case EntryFault::unreadable:
        return report(relative, "cannot be read by the user who runs this program");
    }
  }

  void take(const OpenedEntry& entry, const std::string& relative, std::string url, const std::string& name) {
    if (const auto what = confidential_.is_named(entry.status)) {
      return report(relative, "is " + *what + ", which must never be published" + std::string(kRemedy));
    }
    if (service::is_dynamic(url)) return report(relative, "its path belongs to an endpoint of the service; remove it");
    const auto limit = kMaxRootSize - found_.size;
    if (found_.files.size() == kMaxRootFiles) {
      return stop("holds more than " + std::to_string(kMaxRootFiles) + " files");
    }
    if (static_cast<std::uint64_t>(entry.status.st_size) > limit) {
      return stop("holds more than " + format_size(kMaxRootSize));
    }
    const auto content = read_descriptor(entry.file.number(), root_ / relative, static_cast<std::size_t>(limit));
    if (!content) return report(relative, content.error());
    const auto body = base::text_of(content->bytes.reveal());
    if (const auto what = confidential_.found_in(body)) {
      return report(relative, "holds " + *what + ", which must never be published" + std::string(kRemedy));
    }
    found_.size += body.size();
    found_.files.push_back({std::move(url), std::string(content::media_type_of(name)), std::string(body)});
  }

  void add_aliases() {
    std::set<std::string, std::less<>> taken;
    for (const auto& file : found_.files) taken.insert(file.path);
    for (std::size_t i = 0; i < found_.file_count; ++i) {
      const auto& file = found_.files[i];
      const std::string_view path = file.path;
      const auto name = path.substr(path.rfind('/') + 1);
      if (!name.ends_with(kHtml) || name == kHtml) continue;
      auto alias = std::string(path.substr(0, path.size() - (name == kIndex ? kIndex : kHtml).size()));
      if (service::is_dynamic(alias) || !taken.insert(alias).second) continue;
      found_.files.push_back({std::move(alias), file.media_type, file.body});
    }
  }

  const fs::path& root_;
  const Confidential& confidential_;
  std::vector<std::string>& warnings_;
  const ContainedFolder* folder_ = nullptr;
  std::set<FolderId> ancestors_;
  std::size_t folders_ = 0;
  bool is_stopped_ = false;
  Problems problems_;
  StaticRoot found_;
};

}  // namespace

base::Result<StaticRoot, Problems> read_static_root(const fs::path& root, const Confidential& confidential,
                                                    std::vector<std::string>& warnings) {
  return FolderReader(root, confidential, warnings).run();
}

base::Result<StaticRoot, Problems> load_static_root(const Config& config, const Confidential& confidential,
                                                    std::vector<std::string>& warnings) {
  if (config.root.empty() || is_absent_by_default(config, "content.root", config.root)) return StaticRoot{};
  return read_static_root(config.root, confidential, warnings);
}

}  // namespace agent_access::app
