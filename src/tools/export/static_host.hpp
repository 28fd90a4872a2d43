/// \file
/// The documents of one host as files for a static host: names, fields, and the rule files `_headers` and `_redirects`
/// of Netlify and Cloudflare Pages. Pure functions, thread safe, no I/O.
///
/// NOT checked: a host's limits on the number of rules or the size of files.
///
/// The folder that `export` writes to. Errors are sentences that name the file.
/// NOT done: locking; no other process should write there at the same time.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "base/result.hpp"
#include "site/content/settings.hpp"
#include "site/publish/catalogue.hpp"

namespace agent_access::tools {

class ExportFolder {
 public:
  enum class Existing { refuse, replace };

  /// Creates the folder. A folder that is not empty is refused unless `existing` is `replace`.
  [[nodiscard]] static base::Result<ExportFolder, std::string> open(const std::filesystem::path& path,
                                                                    Existing existing);

  /// `name` is relative and without "." and ".." segments; its folders are created. Files are replaced atomically; one
  /// with the same content is not touched, so that its time stamp stays valid for caches. Nothing is written through
  /// symbolic links below the folder.
  [[nodiscard]] base::Result<void, std::string> write(const std::filesystem::path& name, std::string_view content);

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
  [[nodiscard]] std::size_t written() const noexcept { return written_; }  ///< files, unchanged ones included
  [[nodiscard]] std::size_t unchanged() const noexcept { return unchanged_; }

 private:
  explicit ExportFolder(std::filesystem::path path) : path_(std::move(path)) {}

  std::filesystem::path path_;
  std::size_t written_ = 0;
  std::size_t unchanged_ = 0;
};

struct HostedField {
  std::string name;
  std::string value;
};

struct HostedFile {
  std::string path;  ///< as requested, percent-encoded: "/cv"
  std::string name;  ///< below the folder of the host, decoded: "cv.html"
  std::string media_type;
  std::vector<HostedField> fields;  ///< all others, except those that hosts generate: ETag, Content-Length
  std::string_view body;            ///< valid as long as the catalogue
};

struct HostedFiles {
  std::vector<HostedFile> files;           ///< by path
  std::vector<std::string> dynamic_paths;  ///< documents that only the service can serve
};

/// One name for each base URL: the host, with the port only where two have the same host. Safe as a file name.
[[nodiscard]] std::vector<std::string> host_folder_names(const content::Settings& settings);

/// Everything that can be a file. "/" is index.html, a page without extension gets .html, its Markdown form .md; a
/// document whose name is also a folder gets an extension by its media type. Fails for each path that cannot be a file
/// below the folder: empty, "." and ".." segments, encoded slashes and control characters, two paths for one file.
[[nodiscard]] base::Result<HostedFiles, app::Problems> collect_files(const publish::Catalogue& documents);

/// A path line, then "  Name: value" lines, for each file.
[[nodiscard]] std::string render_headers_file(const HostedFiles& hosted);
/// "/path /name 200" for each file that a host does not map without a rule; empty when there is none.
[[nodiscard]] std::string render_redirects_file(const HostedFiles& hosted);

}  // namespace agent_access::tools
