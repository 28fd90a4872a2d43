#include "tools/export/export_folder.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <set>
#include <system_error>
#include <utility>

#include "app/files/file_access.hpp"
#include "app/text/words.hpp"
#include "base/descriptor.hpp"
#include "base/text.hpp"

namespace agent_access::tools {
namespace {

namespace fs = std::filesystem;
using Failure = base::Failure<std::string>;
using Names = std::set<std::string, std::less<>>;

constexpr std::string_view kRecordTitle =
    "Files that `agent-access export` wrote here; it replaces and removes no others:";
constexpr std::size_t kLargestRecord = std::size_t{64} << 20U;
/// Renamed to the file that it becomes; beside the record, so that an interrupted export leaves nothing that is served.
constexpr std::string_view kUnfinished = ".exported-by-agent-access.new";
constexpr std::size_t kMostNamed = 10;

Failure failure(const char* what, const fs::path& path, const std::error_code& error) {
  return Failure(std::string(what) + " " + app::shown(path) + ": " + error.message());
}

fs::file_type type_of(const fs::path& path) noexcept {
  std::error_code ignored;
  return fs::symlink_status(path, ignored).type();
}

bool holds(const fs::path& path, std::string_view content) {
  const auto present = app::read_file(path, content.size());
  return present && base::text_of(present->bytes.reveal()) == content;
}

/// A name that leads below the folder; the record is a file that others may also write.
bool is_below(std::string_view name) {
  const fs::path path(name);
  return !name.empty() && path.is_relative() && path.lexically_normal() == path && *path.begin() != "..";
}

base::Result<Names, std::string> read_record(const fs::path& file) {
  Names names;
  if (type_of(file) == fs::file_type::not_found) return names;
  const auto record = app::read_file(file, kLargestRecord);
  if (!record) return Failure(record.error());
  std::string_view rest = base::text_of(record->bytes.reveal());
  rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
  while (!rest.empty()) {
    const auto name = rest.substr(0, rest.find('\n'));
    if (is_below(name)) names.emplace(name);
    rest.remove_prefix(std::min(name.size() + 1, rest.size()));
  }
  return names;
}

bool has_below(const Names& names, const std::string& folder) {
  const auto next = names.lower_bound(folder + "/");
  return next != names.end() && next->starts_with(folder + "/");
}

class Export {
 public:
  Export(fs::path folder, const std::vector<ExportFile>& files) : files_(files) {
    done_.folder = std::move(folder);
    for (const auto& file : files) names_.insert(file.name);
  }

  base::Result<Exported, app::Problems> run() {
    auto recorded = read_record(done_.folder / kExportRecord);
    if (!recorded) return base::Failure<app::Problems>({recorded.error()});
    recorded_ = std::move(*recorded);
    compare();
    if (problems_.empty()) write();
    if (!problems_.empty()) {
      problems_.push_back("the export is incomplete: " + std::to_string(done_.files) +
                          " files were written; remove the cause and export again with --overwrite");
      return base::Failure<app::Problems>(std::move(problems_));
    }
    name_others(done_.folder, "");
    std::ranges::sort(done_.others);
    return std::move(done_);
  }

 private:
  // --- Before anything is written ---

  /// Finds files that need not be written, and complains about what is in the way.
  void compare() {
    std::size_t foreign = 0;
    for (const auto& file : files_) {
      const auto target = done_.folder / file.name;
      const auto type = type_of(target);
      if (is_folder_blocked(file.name) || type == fs::file_type::not_found) continue;
      // A folder of an earlier export is empty, and gone, when the file is written.
      if (type == fs::file_type::directory && has_below(recorded_, file.name)) continue;
      if (type != fs::file_type::regular) {
        complain(app::shown(target) + " is in the way: it is not a regular file");
      } else if (holds(target, file.content)) {
        unchanged_.insert(file.name);
      } else if (!recorded_.contains(file.name) && ++foreign <= kMostNamed) {
        complain(app::shown(target) + " was not written by an export; move it away, or name a new folder");
      }
    }
    if (foreign > kMostNamed) complain("and " + std::to_string(foreign - kMostNamed) + " more such files");
    if (foreign > 0 && recorded_.empty()) {
      complain(app::shown(done_.folder / kExportRecord) +
               ", the record of what an export wrote, is missing; older versions wrote none: remove their files first");
    }
  }

  /// One of an earlier export is removed before anything is written.
  [[nodiscard]] bool will_be_removed(const std::string& name) const {
    return recorded_.contains(name) && !names_.contains(name);
  }

  /// Whether something that is no folder stands where the file needs one.
  bool is_folder_blocked(const std::string& name) {
    for (auto end = name.find('/'); end != std::string::npos; end = name.find('/', end + 1)) {
      const auto folder = name.substr(0, end);
      if (folders_.contains(folder)) continue;
      const auto type = type_of(done_.folder / folder);
      if (type == fs::file_type::not_found) return false;
      if (type == fs::file_type::directory) {
        folders_.insert(folder);
        continue;
      }
      if (type == fs::file_type::regular && will_be_removed(folder)) return false;
      complain(app::shown(done_.folder / folder) + " is in the way: it is not a folder");
      return true;
    }
    return false;
  }

  void complain(std::string problem) { base::add_once(problems_, std::move(problem)); }

  // --- Writing ---

  void write() {
    Names known = recorded_;
    known.insert(names_.begin(), names_.end());
    // Whatever interrupts this, the record has every file that is there.
    if (!succeeds(write_record(known)) || !succeeds(remove_old())) return;
    for (const auto& file : files_) {
      if (!succeeds(write(file))) return;
    }
    if (succeeds(write_record(names_))) succeeds(sync());
  }

  bool succeeds(const base::Result<void, std::string>& step) {
    if (!step) problems_.push_back(step.error());
    return step.has_value();
  }

  [[nodiscard]] base::Result<void, std::string> write_record(const Names& names) const {
    std::string text(kRecordTitle);
    for (const auto& name : names) text.append("\n").append(name);
    return replace(done_.folder / kExportRecord, text += '\n');
  }

  [[nodiscard]] base::Result<void, std::string> replace(const fs::path& target, std::string_view content) const {
    const auto unfinished = done_.folder / kUnfinished;
    std::error_code error;
    fs::remove(unfinished, error);
    const auto created =
        app::create_file(unfinished, content, app::FileMode::everybody_may_read, app::Durability::of_caller);
    if (!created) return Failure(app::shown(target) + ": " + created.error());
    error.clear();
    fs::rename(unfinished, target, error);
    if (!error) return {};
    std::error_code ignored;
    fs::remove(unfinished, ignored);
    return failure("cannot write", target, error);
  }

  base::Result<void, std::string> write(const ExportFile& file) {
    if (auto made = make_folders(file.name); !made) return made;
    if (!unchanged_.contains(file.name)) {
      if (auto replaced = replace(done_.folder / file.name, file.content); !replaced) return replaced;
    }
    ++done_.files;
    done_.unchanged = unchanged_.size();
    return {};
  }

  base::Result<void, std::string> make_folders(const std::string& name) {
    for (auto end = name.find('/'); end != std::string::npos; end = name.find('/', end + 1)) {
      if (!folders_.insert(name.substr(0, end)).second) continue;
      const auto folder = done_.folder / name.substr(0, end);
      std::error_code error;
      if (type_of(folder) != fs::file_type::directory && !fs::create_directory(folder, error)) {
        return failure("cannot create", folder, error);
      }
    }
    return {};
  }

  /// A link in the place of such a file or of its folder is another's.
  base::Result<void, std::string> remove_old() {
    for (const auto& name : recorded_) {
      if (names_.contains(name) || !is_own_file(name)) continue;
      std::error_code error;
      if (!fs::remove(done_.folder / name, error)) return failure("cannot remove", done_.folder / name, error);
      ++done_.removed;
      remove_empty_folders(fs::path(name).parent_path());
    }
    return {};
  }

  [[nodiscard]] bool is_own_file(const std::string& name) const {
    for (auto end = name.find('/'); end != std::string::npos; end = name.find('/', end + 1)) {
      if (type_of(done_.folder / name.substr(0, end)) != fs::file_type::directory) return false;
    }
    return type_of(done_.folder / name) == fs::file_type::regular;
  }

  void remove_empty_folders(fs::path folder) {
    for (; !folder.empty(); folder = folder.parent_path()) {
      if (::rmdir((done_.folder / folder).c_str()) != 0) return;
      folders_.erase(folder.string());
    }
  }

  /// Once for all files: an fsync of each takes most of the time of a large export. Node.js has no such call.
  [[nodiscard]] base::Result<void, std::string> sync() const {
#ifdef __linux__
    const base::Descriptor folder(::open(done_.folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.number() >= 0 && ::syncfs(folder.number()) == 0) return {};
    return failure("cannot write", done_.folder, {errno, std::generic_category()});
#else
    return {};
#endif
  }

  // --- Afterwards ---

  void name_others(const fs::path& folder, const std::string& before) {
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
      const auto name = before + entry->path().filename().string();
      if (names_.contains(name) || name == kExportRecord) continue;
      const bool is_folder = type_of(entry->path()) == fs::file_type::directory;
      if (is_folder && has_below(names_, name)) {
        name_others(entry->path(), name + "/");
      } else {
        done_.others.push_back(name + (is_folder ? "/" : ""));
      }
    }
  }

  const std::vector<ExportFile>& files_;
  Names names_;      ///< of files_
  Names recorded_;   ///< of earlier exports
  Names unchanged_;  ///< of files_
  Names folders_;    ///< that exist
  app::Problems problems_;
  Exported done_;
};

base::Result<fs::path, std::string> open_folder(const fs::path& path, Existing existing) {
  std::error_code error;
  // Without the trailing slash, which lexically_normal keeps.
  auto absolute = fs::absolute(path, error).lexically_normal();
  if (error) return failure("cannot use", path, error);
  if (!absolute.has_filename()) absolute = absolute.parent_path();
  fs::create_directories(absolute, error);
  if (error) return failure("cannot create", absolute, error);
  const bool is_empty = fs::is_empty(absolute, error);
  if (error) return failure("cannot read", absolute, error);
  if (is_empty || existing == Existing::replace) return absolute;
  return Failure(app::shown(absolute) +
                 " is not empty; name a new folder, or give --overwrite to replace what an export wrote there");
}

}  // namespace

base::Result<Exported, app::Problems> write_export(const fs::path& folder, Existing existing,
                                                   const std::vector<ExportFile>& files) {
  auto opened = open_folder(folder, existing);
  if (!opened) return base::Failure<app::Problems>({opened.error()});
  return Export(std::move(*opened), files).run();
}

}  // namespace agent_access::tools
