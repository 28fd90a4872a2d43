/// \file
/// The documents of one host as files for a static host: names, fields, the rule files `_headers` and `_redirects` of
/// Netlify and Cloudflare Pages, and a configuration for nginx, which passes the rest to the service. Pure functions,
/// thread safe, no I/O.
///
/// NOT checked: a host's limits on the number of rules or the size of files. NOT done: compression by nginx, which the
/// owner configures in http { }.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "base/base_url.hpp"
#include "base/ip_address.hpp"
#include "base/result.hpp"
#include "content/settings.hpp"
#include "net/io/sockets.hpp"
#include "publish/catalogue.hpp"

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
  std::string markdown_path;        ///< served for Accept: text/markdown: "/index.md"; empty for most
  bool is_form = false;             ///< selected by Accept only: the service publishes no such path
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

struct NginxHost {
  const base::BaseUrl& base_url;
  std::string name;                                                    ///< of host_folder_names
  std::filesystem::path folder;                                        ///< absolute, is_nginx_text
  net::Endpoint listen;                                                ///< of the service
  base::ForwardedField field = base::ForwardedField::x_forwarded_for;  ///< the one that the service reads
};

/// An upstream and a server block, to be included in http { }. Each document has a location with the fields that the
/// service would send; all other requests (other paths and methods, other hosts, Accept with weights) go to the
/// service, so that its rules and errors apply.
[[nodiscard]] std::string render_static_nginx(const NginxHost& host, const HostedFiles& hosted);

}  // namespace agent_access::tools
