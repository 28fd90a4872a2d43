#include "gated/documents.hpp"

#include <sys/resource.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>

#include "content/static_file.hpp"
#include "gated/folder_walk.hpp"

namespace agent_access::gated {

namespace {

/// A quarter of the descriptors; net/capacity has half of them.
std::size_t most_open_files() noexcept {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
  return static_cast<std::size_t>(limit.rlim_cur / 4);
}

void append_hex(std::string& out, std::uint64_t number) {
  std::array<char, 16> digits;
  out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number, 16).ptr);
}

}  // namespace

std::string OpenedFile::etag() const {
  constexpr std::uint64_t kNanoseconds = 1'000'000'000;
  std::string tag = "\"";
  append_hex(tag, static_cast<std::uint64_t>(status.st_mtim.tv_sec) * kNanoseconds +
                      static_cast<std::uint64_t>(status.st_mtim.tv_nsec));
  tag += '-';
  append_hex(tag, static_cast<std::uint64_t>(status.st_size));
  tag += '"';
  return tag;
}

Documents::Documents(std::vector<Row> rows, Confidentiality confidential)
    : rows_(std::move(rows)),
      confidential_(std::move(confidential)),
      open_files_(OpenFiles::create(most_open_files())) {}

const File* Documents::file(std::size_t document, std::string_view path) const noexcept {
  const std::vector<File>& files = rows_[document].files;
  const auto found = std::ranges::lower_bound(files, path, {}, &File::path);
  return found != files.end() && found->path == path ? &*found : nullptr;
}

std::span<const File> Documents::files_below(std::size_t document, std::string_view folder) const noexcept {
  const std::vector<File>& files = rows_[document].files;
  const auto first = std::ranges::lower_bound(files, folder, {}, &File::path);
  const auto last =
      std::find_if(first, files.end(), [folder](const File& file) { return !file.path.starts_with(folder); });
  return {first, last};
}

base::Result<OpenedFile, FileFault> Documents::open(const File& file) const {
  auto entry = rows_[file.document].folder.open_entry(file.relative);
  if (!entry) {
    return base::Failure(entry.error() == EntryFault::unreadable ? FileFault::unavailable : FileFault::missing);
  }
  if (!S_ISREG(entry->status.st_mode)) return base::Failure(FileFault::missing);
  if (confidential_(entry->status)) return base::Failure(FileFault::missing);
  return OpenedFile{std::move(entry->file), entry->status};
}

std::unique_ptr<http::BodySource> Documents::body_of(OpenedFile file, std::size_t first, std::size_t size) const {
  auto shared = open_files_->share(std::move(file.descriptor), file.status);
  if (!shared) return nullptr;
  return std::make_unique<FileSource>(std::move(*shared), first, size);
}

namespace fs = std::filesystem;

/// Of all documents; a visitor of each in turn.
class Documents::Loader final : private FolderVisitor {
 public:
  explicit Loader(const Confidentiality& confidential) : confidential_(confidential) {}

  void load(const content::GatedDocument& document) {
    document_ = &document;
    if (document.is_folder()) return load_folder();
    load_file();
  }

  [[nodiscard]] base::Result<std::vector<Row>, std::vector<std::string>> result() {
    if (!problems_.empty()) return base::Failure(std::move(problems_));
    for (Row& row : rows_) std::ranges::sort(row.files, {}, &File::path);
    return std::move(rows_);
  }

 private:
  void add_row(ContainedFolder folder) {
    rows_.push_back({document_->path, std::move(folder), {}});
    shown_folder_ = document_->is_folder() ? document_->source : document_->source.parent_path();
  }

  void load_folder() {
    auto folder = ContainedFolder::open(document_->source);
    if (!folder) return add_problem(document_->source, folder.error());
    add_row(std::move(*folder));
    walk_folder(rows_.back().folder, document_->path, *this);
  }

  /// The file is opened beneath its folder, so that one that replaces it is served. A link that leads out of the folder
  /// names the folder of its target.
  void load_file() {
    const fs::path& source = document_->source;
    if (try_file(source)) return;
    std::error_code error;
    const fs::path target = fs::canonical(source, error);
    if (error) return add_problem(source, error.message());
    if (!try_file(target)) add_problem(source, "cannot be opened as a file of its folder");
  }

  /// False: the file is a link out of its folder, or its folder cannot be opened.
  [[nodiscard]] bool try_file(const fs::path& path) {
    auto folder = ContainedFolder::open(path.has_parent_path() ? path.parent_path() : fs::path("."));
    if (!folder) return false;
    const std::string name = path.filename().string();
    const auto entry = folder->open_entry(name);
    const bool leads_away =
        !entry && (entry.error() == EntryFault::leads_out || entry.error() == EntryFault::link_refused);
    if (leads_away) return false;
    add_row(std::move(*folder));
    if (!entry) {
      report(name, entry.error() == EntryFault::vanished ? "does not exist"
                                                         : "cannot be read by the user who runs this program");
    } else if (!S_ISREG(entry->status.st_mode)) {
      report(name, "is not a file; the path of a folder ends with a slash");
    } else {
      static_cast<void>(visit(*entry, name, document_->path));
    }
    return true;
  }

  bool visit(const OpenedEntry& entry, const std::string& relative, std::string url) override {
    if (const auto what = confidential_(entry.status)) {
      report(relative, "is " + *what + ", which must never be published; move it to another folder");
      return true;
    }
    if (files_++ == kMostFiles) {
      report_size("holds more than " + std::to_string(kMostFiles) + " files, with the other documents");
      return false;
    }
    const bool has_own_type = !document_->is_folder() && !document_->media_type.empty();
    std::string type = has_own_type ? document_->media_type
                                    : std::string(content::media_type_of(fs::path(relative).filename().string()));
    rows_.back().files.push_back({std::move(url), relative, std::move(type), rows_.size() - 1});
    return true;
  }

  [[nodiscard]] fs::path shown(const std::string& relative) const {
    return relative.empty() ? shown_folder_ : shown_folder_ / relative;
  }
  void add_problem(const fs::path& path, std::string_view problem) {
    problems_.push_back("documents: " + path.string() + ": " + std::string(problem));
  }
  void leave_out(const std::string& /*relative*/, std::string_view /*reason*/) override {}
  void report(const std::string& relative, std::string_view problem) override { add_problem(shown(relative), problem); }
  void report_size(const std::string& problem) override {
    report("", problem + "; more files belong to a web server that asks this program ([[gates]])");
  }

  const Confidentiality& confidential_;
  const content::GatedDocument* document_ = nullptr;
  fs::path shown_folder_;
  std::vector<Row> rows_;
  std::size_t files_ = 0;
  std::vector<std::string> problems_;
};

base::Result<std::shared_ptr<const Documents>, std::vector<std::string>> Documents::load(
    std::span<const content::GatedDocument> documents, Confidentiality confidential) {
  Loader loader(confidential);
  for (const auto& document : documents) loader.load(document);
  auto rows = loader.result();
  if (!rows) return base::Failure(std::move(rows.error()));
  return std::shared_ptr<const Documents>(new Documents(std::move(*rows), std::move(confidential)));
}

}  // namespace agent_access::gated
