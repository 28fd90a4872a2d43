#include "app/deployment/access_sources.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <tuple>

#include "app/config/access/access_table.hpp"
#include "app/files/file_access.hpp"
#include "gated/folder_walk.hpp"

namespace agent_access::app {
namespace {

namespace fs = std::filesystem;

/// Of each file.
constexpr std::size_t kSearched = std::size_t{256} << 10U;
/// Entries that are left out: of each document so many are named, and the others counted.
constexpr std::size_t kMostNamed = 10;
class SourceCheck final : private gated::FolderVisitor {
 public:
  SourceCheck(const AccessRow& row, const Confidential& confidential, const SearchLimits& limits, Problems& problems,
              std::vector<std::string>& warnings)
      : row_(row),
        confidential_(confidential),
        limits_(limits),
        problems_(problems),
        warnings_(warnings),
        place_(row.origins[*find_access_key(AccessTable::documents, "source")].place + ": documents.source: ") {}

  void run(const fs::path& root) {
    const auto beginning = read_beginning(row_.source, kSearched);
    if (!beginning) return refuse_unopened(beginning.error());
    const auto& status = beginning->status;
    const bool wants_folder = row_.path.ends_with('/');
    if (S_ISDIR(status.st_mode) && !wants_folder) {
      return refuse(row_.source, "is a folder; end documents.path with a slash, or name a file");
    }
    if (S_ISREG(status.st_mode) && wants_folder) {
      return refuse(row_.source, "is a file; remove the slash at the end of documents.path, or name a folder");
    }
    if (!S_ISDIR(status.st_mode) && !S_ISREG(status.st_mode)) {
      return refuse(row_.source, "is neither a file nor a folder");
    }
    if (is_public(root)) {
      return refuse(row_.source, "is below content.root, where everybody can read it without a token; move it");
    }
    wants_folder ? examine_folder() : examine(*beginning, row_.source);
  }

 private:
  void refuse(const fs::path& path, std::string_view problem) {
    problems_.push_back(place_ + path.string() + " " + std::string(problem));
  }

  void refuse_unopened(int error) {
    if (error == ENOENT) return refuse(row_.source, "does not exist; create it, or correct the path");
    if (error == EACCES) return refuse(row_.source, "cannot be read: " + explain_refusal(row_.source));
    refuse(row_.source, "cannot be opened: " + std::generic_category().message(error));
  }

  [[nodiscard]] bool is_public(const fs::path& root) const {
    std::error_code error;
    const auto source = fs::canonical(row_.source, error);
    if (error || root.empty()) return false;
    const auto folder = fs::canonical(root, error);
    return !error && is_inside(source, folder);
  }

  /// Exactly what gated::Documents would send, links within the folder included.
  void examine_folder() {
    const auto folder = gated::ContainedFolder::open(row_.source);
    if (!folder) return refuse(row_.source, "cannot be read: " + folder.error());
    gated::walk_folder(*folder, row_.path, *this);
    if (left_out_ > kMostNamed) {
      warnings_.push_back(place_ + row_.source.string() + ": " + std::to_string(left_out_ - kMostNamed) +
                          " more entries are left out");
    }
    if (searched_ == limits_.bytes || is_cut_) {
      warnings_.push_back(place_ + row_.source.string() +
                          " is large: not all of its files were searched for secrets and private keys");
    }
  }

  bool visit(const gated::OpenedEntry& entry, const std::string& relative, std::string /*url*/) override {
    is_cut_ = files_++ == limits_.files;
    if (is_cut_) return false;
    const auto rest = limits_.bytes - searched_;
    const auto beginning = read_beginning(entry.file.number(), entry.status, std::min(kSearched, rest));
    const fs::path path = row_.source / relative;
    if (beginning) {
      examine(*beginning, path);
    } else {
      refuse(path, "cannot be read: " + std::generic_category().message(beginning.error()));
    }
    return true;
  }
  void leave_out(const std::string& relative, std::string_view reason) override {
    if (++left_out_ > kMostNamed) return;
    warnings_.push_back(place_ + (row_.source / relative).string() + " " + std::string(reason) + " and is left out");
  }
  void hide(const std::string& relative) override { leave_out(relative, "has a name that starts with a dot"); }
  void report(const std::string& relative, std::string_view problem) override {
    const fs::path path = relative.empty() ? row_.source : row_.source / relative;
    const bool is_closed = ::faccessat(AT_FDCWD, path.c_str(), R_OK, AT_EACCESS) != 0 && errno == EACCES;
    refuse(path, is_closed ? "cannot be read: " + explain_refusal(path) : std::string(problem));
  }
  /// gated::Documents has a limit for that.
  void report_size(const std::string& /*problem*/) override { is_cut_ = true; }

  void examine(const Beginning& beginning, const fs::path& path) {
    constexpr std::string_view kNever = ", which must never be published; name other files, or move it";
    if (const auto what = confidential_.is_named(beginning.status))
      return refuse(path, "is " + *what + std::string(kNever));
    searched_ += beginning.bytes.size();
    const auto what = confidential_.found_in(base::text_of(beginning.bytes.reveal()));
    if (what) refuse(path, "holds " + *what + std::string(kNever));
  }

  const AccessRow& row_;
  const Confidential& confidential_;
  const SearchLimits& limits_;
  Problems& problems_;
  std::vector<std::string>& warnings_;
  std::string place_;
  std::size_t searched_ = 0;
  std::size_t files_ = 0;
  std::size_t left_out_ = 0;
  bool is_cut_ = false;  ///< not all files were visited
};

/// A file that is behind two scopes is open to the tokens of either.
void warn_of_shared_sources(const std::vector<AccessRow>& documents, std::vector<std::string>& warnings) {
  std::vector<fs::path> sources;
  for (const auto& row : documents) {
    std::error_code error;
    sources.push_back(fs::canonical(row.source, error));
  }
  for (std::size_t one = 0; one < documents.size(); ++one) {
    for (std::size_t other = 0; other < documents.size(); ++other) {
      const auto& [row, folder] = std::tie(documents[one], documents[other]);
      const bool is_known = !sources[one].empty() && !sources[other].empty();
      const bool is_twice = sources[one] == sources[other] && one < other;  // is reported for the later one
      if (!is_known || row.scope == folder.scope || is_twice || !is_inside(sources[one], sources[other])) continue;
      warnings.push_back(row.origin.place + ": " + row.path + " and " + folder.path + " at " + folder.origin.place +
                         " send the same files, so a token of either scope reads them");
    }
  }
}

}  // namespace

Problems check_sources(const Config& config, const Confidential& confidential, std::vector<std::string>& warnings,
                       const SearchLimits& limits) {
  Problems problems;
  const auto& documents = config.access.documents;
  for (const auto& row : documents) SourceCheck(row, confidential, limits, problems, warnings).run(config.root);
  warn_of_shared_sources(documents, warnings);
  return problems;
}

}  // namespace agent_access::app
