#include "app/deployment/static_root.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "app/deployment/content_files.hpp"
#include "app/deployment/folder_walk.hpp"
#include "app/files/file_access.hpp"
#include "app/text/value_text.hpp"
#include "app/text/words.hpp"
#include "base/text.hpp"
#include "service/endpoints.hpp"

namespace agent_access::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTooLarge = "; a larger site belongs to a web server in front of this program";
constexpr std::string_view kIndex = "index.html";
constexpr std::string_view kHtml = ".html";

constexpr std::string_view kMoveIt = "; move it to a folder outside of content.root";

class FolderReader final : private FolderVisitor {
 public:
  FolderReader(const fs::path& root, const Confidential& confidential, std::vector<std::string>& warnings)
      : root_(root), confidential_(confidential), warnings_(warnings) {}

  base::Result<StaticRoot, Problems> run() {
    auto folder = ContainedFolder::open(root_);
    if (!folder) {
      report("", folder.error());
    } else {
      walk_folder(*folder, "/", *this);
    }
    if (!problems_.empty()) return base::Failure<Problems>(std::move(problems_));
    found_.file_count = found_.files.size();
    add_aliases();
    std::ranges::sort(found_.files, {}, &content::StaticFile::path);
    return std::move(found_);
  }

 private:
  [[nodiscard]] std::string shown(const std::string& relative) const {
    return "content.root: " + app::shown(relative.empty() ? root_ : root_ / relative);
  }
  void report(const std::string& relative, std::string_view problem) override {
    problems_.push_back(shown(relative) + ": " + std::string(problem));
  }
  void leave_out(const std::string& relative, std::string_view reason) override {
    warnings_.push_back(shown(relative) + " " + std::string(reason) + " and is left out");
  }
  void report_size(const std::string& problem) override { report("", problem + std::string(kTooLarge)); }

  bool visit(const OpenedEntry& entry, const std::string& relative, std::string url) override {
    const auto refuse = [&](const std::string& problem) {
      report(relative, problem);
      return true;
    };
    if (service::is_dynamic(url)) return refuse("its path belongs to an endpoint of the service; remove it");
    const auto limit = kMaxRootSize - found_.size;
    const bool is_too_many = found_.files.size() == kMaxRootFiles;
    if (is_too_many || static_cast<std::uint64_t>(entry.status.st_size) > limit) {
      report_size("holds more than " +
                  (is_too_many ? std::to_string(kMaxRootFiles) + " files" : format_size(kMaxRootSize)));
      return false;
    }
    const auto content = read_descriptor(entry.file.number(), root_ / relative, static_cast<std::size_t>(limit));
    if (!content) return refuse(content.error());
    const auto body = base::text_of(content->bytes.reveal());
    if (const auto what = confidential_.find(root_ / relative, body)) {
      return refuse("is " + *what + ", which must never be published" + std::string(kMoveIt));
    }
    found_.size += body.size();
    found_.files.push_back({std::move(url), std::string(content::media_type_of(relative)), std::string(body)});
    return true;
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
