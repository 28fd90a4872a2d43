/// \file
/// The files of the gated documents of a site (content::GatedDocument): which there are, and access to them. The list
/// of a folder is made at a load; each request opens its file again, so that a file that was replaced is served as it
/// is now. A path never leads to anything but a file of the list.
///
/// Immutable and thread safe. open() waits for the disk if the folder is not in memory. NOT checked: scopes and tokens.
#pragma once

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/descriptor.hpp"
#include "base/result.hpp"
#include "content/access.hpp"
#include "gated/contained_folder.hpp"
#include "gated/open_files.hpp"
#include "http/message.hpp"

namespace agent_access::gated {

/// The most files of all documents together.
inline constexpr std::size_t kMostFiles = 10'000;

struct File {
  std::string path;          ///< as requested, percent-encoded: "/api/agent/papers/a%20boat.pdf"
  std::string relative;      ///< below the folder
  std::string media_type;    ///< with its parameters
  std::size_t document = 0;  ///< index in content::Access::documents
};

/// A file of the list, as it is now.
struct OpenedFile {
  base::Descriptor descriptor;
  struct stat status;

  [[nodiscard]] std::size_t size() const noexcept { return static_cast<std::size_t>(status.st_size); }
  [[nodiscard]] std::time_t modified() const noexcept { return status.st_mtim.tv_sec; }
  /// Never later than the response, which is made `now`, and never before 1970 (RFC 9110 section 8.8.2.1).
  [[nodiscard]] std::time_t modified_until(std::time_t now) const noexcept {
    return std::max<std::time_t>(std::min(modified(), now), 0);
  }
  /// Strong and quoted: the time of the last change in nanoseconds, and the size. Equal on replicas with equal times.
  [[nodiscard]] std::string etag() const;
};

enum class FileFault {
  missing,      ///< it is no longer there, no longer a file of the folder, or another name of a confidential file
  unavailable,  ///< it cannot be read, or too many files are open
};

/// Why a file must not be published ("the file that tls.key names"), or nothing.
using Confidentiality = std::function<std::optional<std::string>(const struct stat& status)>;

class Documents {
 public:
  /// Fails with all problems at once. `confidential` is asked again whenever a file is opened; it must be thread safe.
  [[nodiscard]] static base::Result<std::shared_ptr<const Documents>, std::vector<std::string>> load(
      std::span<const content::GatedDocument> documents, Confidentiality confidential);

  /// The file at the path, byte for byte; null if the document has none.
  [[nodiscard]] const File* file(std::size_t document, std::string_view path) const noexcept;
  /// The files below a path that ends with a slash, sorted by path.
  [[nodiscard]] std::span<const File> files_below(std::size_t document, std::string_view folder) const noexcept;

  [[nodiscard]] base::Result<OpenedFile, FileFault> open(const File& file) const;
  /// `size` bytes from `first` on, which the file has. Null if too many files are open.
  [[nodiscard]] std::unique_ptr<http::BodySource> body_of(OpenedFile file, std::size_t first, std::size_t size) const;

 private:
  struct Row {
    std::string path;  ///< of a folder with a slash at its end
    ContainedFolder folder;
    std::vector<File> files;  ///< sorted by path
  };
  class Loader;
  Documents(std::vector<Row> rows, Confidentiality confidential);

  std::vector<Row> rows_;
  Confidentiality confidential_;
  std::shared_ptr<OpenFiles> open_files_;
};

}  // namespace agent_access::gated
