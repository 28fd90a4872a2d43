#include "app/static_root.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "app/content_files.hpp"
#include "app/file_access.hpp"
#include "app/value_text.hpp"
#include "base/bytes.hpp"
#include "service/publication.hpp"

namespace agent_access::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTooLarge = "; a larger site belongs to a web server in front of this program";
constexpr std::string_view kIndex = "index.html";
constexpr std::string_view kHtml = ".html";

bool is_inside(const fs::path& place, const fs::path& folder) {
  return std::ranges::mismatch(folder, place).in1 == folder.end();
}

class Walk {
 public:
  Walk(const fs::path& root, std::span<const Unpublishable> unpublishable, std::vector<std::string>& warnings)
      : root_(root), unpublishable_(unpublishable), warnings_(warnings) {}

  base::Result<StaticRoot, Problems> run() {
    std::error_code error;
    canonical_root_ = fs::canonical(root_, error);
    if (error || !fs::is_directory(canonical_root_, error)) {
      report(root_, error ? error.message() : "is no folder");
    } else {
      visit_folder(root_, "/", canonical_root_);
    }
    if (!problems_.empty()) return base::Failure<Problems>(std::move(problems_));
    found_.file_count = found_.files.size();
    add_aliases();
    std::ranges::sort(found_.files, {}, &site::StaticFile::path);
    return std::move(found_);
  }

 private:
  void report(const fs::path& path, std::string_view problem) {
    problems_.push_back("content.root: " + path.string() + ": " + std::string(problem));
  }

  void stop(const std::string& problem) {
    is_stopped_ = true;
    report(root_, problem + std::string(kTooLarge));
  }

  void visit_folder(const fs::path& folder, const std::string& url, const fs::path& canonical) {
    if (++folders_ > kMaxRootFiles) return stop("holds more than " + std::to_string(kMaxRootFiles) + " folders");
    if (!ancestors_.insert(canonical).second) {
      warnings_.push_back("content.root: " + folder.string() + " leads back to a folder above it and is left out");
      return;
    }
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
      names.push_back(entry->path().filename().string());
    }
    if (error) report(folder, error.message());
    std::ranges::sort(names);
    for (const auto& name : names) {
      if (!is_stopped_ && (!name.starts_with('.') || name == ".well-known")) visit(folder / name, url, name);
    }
    ancestors_.erase(canonical);
  }

  void visit(const fs::path& path, std::string url, const std::string& name) {
    const auto canonical = place_of(path);
    if (!canonical) return;
    site::append_encoded(url, name);
    struct stat status{};
    if (::stat(path.c_str(), &status) != 0) return report(path, "vanished while the folder was read");
    if (S_ISDIR(status.st_mode)) return visit_folder(path, url += '/', *canonical);
    if (!S_ISREG(status.st_mode)) return report(path, "is neither a file nor a folder; remove it");
    take(path, std::move(url), name, status);
  }

  /// Where the entry really is; nothing when it is left out.
  std::optional<fs::path> place_of(const fs::path& path) {
    std::error_code error;
    auto canonical = fs::canonical(path, error);
    if (error) {
      warnings_.push_back("content.root: " + path.string() + " leads nowhere and is left out: " + error.message());
      return std::nullopt;
    }
    if (is_inside(canonical, canonical_root_)) return canonical;
    warnings_.push_back("content.root: " + path.string() + " leads out of the folder and is left out");
    return std::nullopt;
  }

  void take(const fs::path& path, std::string url, const std::string& name, const struct stat& status) {
    if (const auto secret = unpublishable(status)) {
      return report(path, "is " + std::string(*secret) + ", which must never be published; choose another folder");
    }
    if (service::is_dynamic(url)) return report(path, "its path is answered by the service; remove it");
    const auto limit = kMaxRootSize - found_.size;
    if (found_.files.size() == kMaxRootFiles) {
      return stop("holds more than " + std::to_string(kMaxRootFiles) + " files");
    }
    if (static_cast<std::uint64_t>(status.st_size) > limit) {
      return stop("holds more than " + format_size(kMaxRootSize));
    }
    const auto content = read_file(path, static_cast<std::size_t>(limit));
    if (!content) return report(path, content.error());
    const auto body = base::text_of(content->bytes.reveal());
    found_.size += body.size();
    found_.files.push_back({std::move(url), std::string(site::media_type_of(name)), std::string(body)});
  }

  /// Compared by device and inode, so that neither a link nor another spelling of the path hides one.
  [[nodiscard]] std::optional<std::string_view> unpublishable(const struct stat& status) const {
    for (const auto& [path, what] : unpublishable_) {
      struct stat other{};
      if (::stat(path.c_str(), &other) == 0 && other.st_dev == status.st_dev && other.st_ino == status.st_ino) {
        return what;
      }
    }
    return std::nullopt;
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
  std::span<const Unpublishable> unpublishable_;
  std::vector<std::string>& warnings_;
  fs::path canonical_root_;
  std::set<fs::path> ancestors_;  ///< the folders that are being visited, by their canonical paths
  std::size_t folders_ = 0;
  bool is_stopped_ = false;
  Problems problems_;
  StaticRoot found_;
};

std::vector<Unpublishable> unpublishable_files(const Config& config) {
  std::vector<Unpublishable> files;
  if (!config.secret_text) files.push_back({config.secret_file, "the master secret"});
  for (const auto& path : config.previous_secret_files) files.push_back({path, "a previous master secret"});
  for (const auto& path : config.pem_files) files.push_back({path, "a private key"});
  files.push_back({config.profile, "the profile that only agents with a token may read"});
  if (!config.file.empty()) files.push_back({config.file, "the configuration"});
  return files;
}

}  // namespace

base::Result<StaticRoot, Problems> read_static_root(const fs::path& root, std::span<const Unpublishable> unpublishable,
                                                    std::vector<std::string>& warnings) {
  return Walk(root, unpublishable, warnings).run();
}

base::Result<StaticRoot, Problems> load_static_root(const Config& config, std::vector<std::string>& warnings) {
  if (config.root.empty() || is_absent_by_default(config, "content.root", config.root)) return StaticRoot{};
  return read_static_root(config.root, unpublishable_files(config), warnings);
}

}  // namespace agent_access::app
