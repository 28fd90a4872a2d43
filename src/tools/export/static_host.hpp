/// \file
/// The documents of one host as files for a static host: names, fields, and the rule files `_headers` and `_redirects`
/// of Netlify and Cloudflare Pages. Pure functions, thread safe, no I/O.
///
/// NOT checked: a host's limits on the number of rules or the size of files.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "base/result.hpp"
#include "service/snapshot.hpp"
#include "site/content/settings.hpp"
#include "site/publish/catalogue.hpp"

namespace agent_access::tools {

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
  bool is_alias = false;            ///< the file is that of a path before
  bool is_fallback = false;         ///< hosts find it by its name, for other paths: it has no fields of its own
};

struct HostedFiles {
  std::vector<HostedFile> files;           ///< by path
  std::vector<std::string> dynamic_paths;  ///< documents that only the service can serve
};

/// One name for each base URL: the host, with the port only where two have the same host. Safe as a file name.
[[nodiscard]] std::vector<std::string> host_folder_names(const content::Settings& settings);

/// Everything that can be a file. "/" is index.html, a page without extension gets .html, its Markdown form .md; a
/// document whose name is also a folder gets an extension by its media type. Names that differ only by case are one
/// file, as on macOS and Windows: equal documents share it. Fails for each path that cannot be a file below the folder:
/// empty, "." and ".." segments, encoded slashes and control characters, two paths for one file.
/// `fallback`: documents that hosts send for other paths.
[[nodiscard]] base::Result<HostedFiles, app::Problems> collect_files(
    const publish::Catalogue& documents, const publish::Catalogue& fallback = publish::Catalogue({}));

/// The page for unknown paths, which a static host shows by its name, if the host has pages and no such page itself.
[[nodiscard]] publish::Catalogue not_found_page(const service::Snapshot& snapshot, std::size_t host);

/// A path line, then "  Name: value" lines, for each file.
[[nodiscard]] std::string render_headers_file(const HostedFiles& hosted);
/// "/path /name 200" for each path that a host does not map to its file without a rule; empty when there is none.
[[nodiscard]] std::string render_redirects_file(const HostedFiles& hosted);

}  // namespace agent_access::tools
