#include "tools/export/static_host.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <set>
#include <utility>

#include "base/ascii.hpp"
#include "base/hex.hpp"
#include "base/text.hpp"
#include "base/unicode/unicode.hpp"
#include "service/fault_table.hpp"
#include "site/content/pages.hpp"
#include "site/content/static_file.hpp"
#include "site/documents/paths.hpp"
#include "site/pages/pages.hpp"
#include "site/publish/publication.hpp"

namespace agent_access::tools {
namespace {

using documents::DocumentKind;
using publish::Document;

constexpr bool is_safe_in_folder_name(char c) noexcept {
  return base::is_lower(c) || base::is_digit(c) || c == '.' || c == '-';
}

std::string_view extension_of(std::string_view media_type) noexcept {
  const auto essence = media_type.substr(0, media_type.find(';'));
  if (essence.ends_with("json")) return ".json";
  if (essence == "text/html") return ".html";
  if (essence == "text/markdown") return ".md";
  if (essence == "text/plain") return ".txt";
  return ".data";
}

bool is_name(std::string_view segment) noexcept {
  const auto is_control = [](char c) { return (c >= '\0' && c < ' ') || c == '\x7f'; };
  return !segment.empty() && segment != "." && segment != ".." && std::ranges::none_of(segment, is_control);
}

/// "/pictures/a%20boat.svg" as "pictures/a boat.svg"; nothing when a segment is not a file or folder name.
std::optional<std::string> relative_name(std::string_view path) {
  if (!path.starts_with('/')) return std::nullopt;
  std::string name;
  while (!path.empty()) {
    path.remove_prefix(1);
    const auto segment = path.substr(0, path.find('/'));
    const auto decoded = base::percent_decoded(segment);
    if (!decoded || !is_name(*decoded) || decoded->find('/') != std::string::npos) return std::nullopt;
    name.append(name.empty() ? "" : "/").append(*decoded);
    path.remove_prefix(segment.size());
  }
  // Static hosts read their rules from these files.
  const auto folded = base::without_case(name);
  if (folded == "_headers" || folded == "_redirects") return std::nullopt;
  return name;
}

/// "/" as "/index". The extension of a page is appended by the caller.
std::string with_index(std::string_view path) { return std::string(path) + (path.ends_with('/') ? "index" : ""); }

bool has_extension(std::string_view path) noexcept { return path.find('.', path.rfind('/')) != std::string_view::npos; }

std::optional<std::string> file_name(const Document& document) {
  const auto& path = document.source.path;
  const bool lacks_ending = path.ends_with('/') || (document.source.kind == DocumentKind::page && !has_extension(path));
  auto name = relative_name(with_index(path));
  if (name && lacks_ending) name->append(extension_of(document.source.media_type));
  return name;
}

std::vector<HostedField> fields_of(std::string_view lines) {
  std::vector<HostedField> fields;
  while (!lines.empty()) {
    const auto line = lines.substr(0, lines.find("\r\n"));
    lines.remove_prefix(std::min(line.size() + 2, lines.size()));
    const auto name = line.substr(0, line.find(": "));
    if (name.size() == line.size() || name == "Content-Type" || name == "ETag") continue;
    fields.push_back({std::string(name), std::string(line.substr(name.size() + 2))});
  }
  return fields;
}

HostedFile make_file(const Document& document, std::string path, std::string name) {
  return {std::move(path), std::move(name), document.source.media_type, fields_of(document.identity.fields),
          document.identity.body};
}

class Collector {
 public:
  void add(const publish::Catalogue& documents) {
    for (const auto& path : documents.paths()) add(documents, path);
  }
  void add_fallback(const publish::Catalogue& documents) {
    const auto first = static_cast<std::ptrdiff_t>(hosted_.files.size());
    add(documents);
    for (auto& file : std::ranges::subrange(hosted_.files.begin() + first, hosted_.files.end())) {
      file.is_fallback = true;
    }
  }

  base::Result<HostedFiles, app::Problems> finish() {
    std::ranges::sort(hosted_.files, {}, &HostedFile::path);
    part_files_from_folders();
    share_files();
    compare_folders();
    if (!problems_.empty()) return base::Failure<app::Problems>(std::move(problems_));
    return std::move(hosted_);
  }

 private:
  void add(const publish::Catalogue& documents, const std::string& path) {
    if (publish::is_dynamic_document(path)) {
      hosted_.dynamic_paths.push_back(path);
      return;
    }
    const Document& document = *documents.find(path);
    auto name = file_name(document);
    if (!name) {
      problems_.push_back("the path " + path + " cannot be the name of an exported file; rename it");
      return;
    }
    hosted_.files.push_back(make_file(document, path, std::move(*name)));
    if (const auto* const markdown = documents.markdown_of(document)) add_markdown(documents, document, *markdown);
  }

  /// The Markdown form becomes a separate file unless it is published already.
  void add_markdown(const publish::Catalogue& documents, const Document& document, const Document& markdown) {
    auto path = content::markdown_path_of(document.source.path);
    const auto* published = documents.find(path);
    auto name = relative_name(path);
    if (name && (published == nullptr || published->identity.body != markdown.identity.body)) {
      hosted_.files.push_back(make_file(markdown, std::move(path), std::move(*name)));
    }
  }

  /// Adds an extension to files whose path is also a folder, which a file system does not allow.
  void part_files_from_folders() {
    std::set<std::string, std::less<>> folders;
    for (const auto& file : hosted_.files) {
      for_each_folder(file.name, [&](std::string_view folder) { folders.insert(base::without_case(folder)); });
    }
    for (auto& file : hosted_.files) {
      if (folders.contains(base::without_case(file.name))) file.name.append(extension_of(file.media_type));
      if (folders.contains(base::without_case(file.name))) {
        problems_.push_back("the path " + file.path + " is file and folder at once");
      }
    }
  }

  /// A folder of the owner and its index are one file; so are /AGENTS.md and /agents.md, of which macOS and Windows
  /// keep only one.
  void share_files() {
    std::map<std::string, const HostedFile*> files;
    for (auto& file : hosted_.files) {
      const auto [place, is_new] = files.emplace(base::without_case(file.name), &file);
      if (is_new) continue;
      const HostedFile& other = *place->second;
      if (other.body == file.body) {
        file.name = other.name;
        file.is_alias = true;
      } else if (other.name == file.name) {
        complain("the paths " + other.path + " and " + file.path + " need one file, " + file.name);
      } else {
        complain("the paths " + other.path + " and " + file.path + std::string(kDiffer));
      }
    }
  }

  /// Their files would be in one folder, whose other name leads nowhere.
  void compare_folders() {
    std::map<std::string, std::string> folders;
    for (const auto& file : hosted_.files) {
      for_each_folder(file.name, [&](std::string_view folder) {
        const auto& other = folders.emplace(base::without_case(folder), folder).first->second;
        if (other != folder) complain("the folders /" + other + " and /" + std::string(folder) + std::string(kDiffer));
      });
    }
  }

  template <class Use>
  static void for_each_folder(std::string_view name, Use use) {
    for (auto end = name.find('/'); end != std::string_view::npos; end = name.find('/', end + 1)) {
      use(name.substr(0, end));
    }
  }

  void complain(const std::string& problem) { base::add_once(problems_, problem + "; rename one"); }

  static constexpr std::string_view kDiffer =
      " differ only by upper and lower case, which macOS and Windows do not tell apart";

  HostedFiles hosted_;
  app::Problems problems_;
};

/// The path without ending at which static hosts serve the file: /cv for cv.html, / for index.html.
std::string hosted_path(std::string_view name) {
  if (name.ends_with(".html")) name.remove_suffix(std::string_view(".html").size());
  if (name == "index" || name.ends_with("/index")) name.remove_suffix(std::string_view("index").size());
  std::string path = "/";
  for (const char c : name) {
    if (c == '/') {
      path += c;
    } else {
      content::append_encoded(path, {&c, 1});
    }
  }
  return path;
}

}  // namespace

std::vector<std::string> host_folder_names(const content::Settings& settings) {
  std::vector<std::string> names;
  for (const auto& base_url : settings.base_urls) {
    const auto [host, port] = base::host_and_port(base_url);
    const auto namesakes = std::ranges::count_if(
        settings.base_urls, [&host](const auto& other) { return base::host_and_port(other).host == host; });
    auto name = namesakes > 1 ? host + "_" + port : host;
    std::ranges::replace_if(name, [](char c) { return !is_safe_in_folder_name(c); }, '_');
    names.push_back(std::move(name));
  }
  return names;
}

base::Result<HostedFiles, app::Problems> collect_files(const publish::Catalogue& documents,
                                                       const publish::Catalogue& fallback) {
  Collector collector;
  collector.add(documents);
  collector.add_fallback(fallback);
  return collector.finish();
}

publish::Catalogue not_found_page(const service::Snapshot& snapshot, std::size_t host) {
  const bool is_missing = snapshot.sites[host].documents.find(documents::kNotFoundPath) == nullptr;
  if (!snapshot.settings.has_pages || !is_missing) return publish::Catalogue({});
  const documents::HostView view{snapshot.settings, *snapshot.content, publish::document_table(), host,
                                 service::kFaults};
  pages::PageRenderer renderer(view);
  return publish::Catalogue(
      renderer.render({pages::PageSource::Of::not_found, 0, std::string(documents::kNotFoundPath)}), {},
      publish::Compression::none);
}

std::string render_headers_file(const HostedFiles& hosted) {
  std::string out;
  for (const auto& file : hosted.files) {
    if (file.is_fallback) continue;
    out.append(file.path).append("\n  Content-Type: ").append(file.media_type).append("\n");
    for (const auto& [name, value] : file.fields) {
      out.append("  ").append(name).append(": ").append(value).append("\n");
    }
  }
  return out;
}

std::string render_redirects_file(const HostedFiles& hosted) {
  std::string out;
  for (const auto& file : hosted.files) {
    const auto path = hosted_path(file.name);
    if (path != file.path && relative_name(file.path) != file.name) out.append(file.path + " " + path + " 200\n");
  }
  return out;
}

}  // namespace agent_access::tools
