#include "gated/documents.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

#include "gated/file_source.hpp"

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

}  // namespace agent_access::gated
