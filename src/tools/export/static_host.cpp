#include "tools/export/static_host.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <system_error>
#include <utility>

#include "app/files/file_access.hpp"
#include "base/ascii.hpp"
#include "base/hex.hpp"
#include "base/text.hpp"
#include "site/content/pages.hpp"
#include "site/publish/publication.hpp"

namespace agent_access::tools {
namespace {

namespace fs = std::filesystem;
using Failure = base::Failure<std::string>;

Failure failure(const char* what, const fs::path& path, const std::error_code& error) {
  return Failure(std::string(what) + " " + path.string() + ": " + error.message());
}

base::Result<void, std::string> make_folders(const fs::path& root, const fs::path& folders) {
  fs::path path = root;
  for (const auto& part : folders) {
    path /= part;
    std::error_code error;
    const auto type = fs::symlink_status(path, error).type();
    if (type == fs::file_type::directory) continue;
    if (type != fs::file_type::not_found) return Failure(path.string() + " is in the way: it is not a folder");
    if (!fs::create_directory(path, error)) return failure("cannot create", path, error);
  }
  return {};
}

bool holds(const fs::path& path, std::string_view content) {
  const auto present = app::read_file(path, content.size());
  return present && base::text_of(present->bytes.reveal()) == content;
}

using documents::Kind;
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
  if (name == "_headers" || name == "_redirects") return std::nullopt;
  return name;
}

/// "/" as "/index". The extension of a page is appended by the caller.
std::string with_index(std::string_view path) { return std::string(path) + (path.ends_with('/') ? "index" : ""); }

bool has_extension(std::string_view path) noexcept { return path.find('.', path.rfind('/')) != std::string_view::npos; }

std::optional<std::string> file_name(const Document& document) {
  const auto& path = document.source.path;
  const bool lacks_ending = path.ends_with('/') || (document.source.kind == Kind::page && !has_extension(path));
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
  explicit Collector(const publish::Catalogue& documents) : documents_(documents) {}

  void add(const std::string& path) {
    if (publish::is_dynamic_document(path)) {
      hosted_.dynamic_paths.push_back(path);
      return;
    }
    const Document& document = *documents_.find(path);
    auto name = file_name(document);
    if (!name) {
      problems_.push_back("the path " + path + " cannot be the name of an exported file; rename it");
      return;
    }
    hosted_.files.push_back(make_file(document, path, std::move(*name)));
    if (document.markdown) add_markdown(document);
  }

  base::Result<HostedFiles, app::Problems> finish() {
    std::ranges::sort(hosted_.files, {}, &HostedFile::path);
    part_files_from_folders();
    find_clashes();
    if (!problems_.empty()) return base::Failure<app::Problems>(std::move(problems_));
    return std::move(hosted_);
  }

 private:
  /// The Markdown form becomes a separate file unless it is published already.
  void add_markdown(const Document& document) {
    auto path = content::markdown_path_of(document.source.path);
    const auto* published = documents_.find(path);
    auto name = relative_name(path);
    if (name && (published == nullptr || published->identity.body != document.markdown->identity.body)) {
      hosted_.files.push_back(make_file(*document.markdown, std::move(path), std::move(*name)));
    }
  }

  /// Adds an extension to files whose path is also a folder, which a file system does not allow.
  void part_files_from_folders() {
    std::map<std::string, bool, std::less<>> folders;
    for (const auto& file : hosted_.files) {
      for (auto end = file.name.find('/'); end != std::string::npos; end = file.name.find('/', end + 1)) {
        folders[file.name.substr(0, end)] = true;
      }
    }
    for (auto& file : hosted_.files) {
      if (folders.contains(file.name)) file.name.append(extension_of(file.media_type));
      if (folders.contains(file.name)) problems_.push_back("the path " + file.path + " is file and folder at once");
    }
  }

  /// A folder of the owner and its index are one file.
  void find_clashes() {
    std::map<std::string_view, const HostedFile*> files;
    for (const auto& file : hosted_.files) {
      const HostedFile& other = *files.emplace(file.name, &file).first->second;
      if (other.body == file.body) continue;
      problems_.push_back("the paths " + other.path + " and " + file.path + " need one file, " + file.name +
                          "; rename one");
    }
  }

  const publish::Catalogue& documents_;
  HostedFiles hosted_;
  app::Problems problems_;
};

}  // namespace

base::Result<ExportFolder, std::string> ExportFolder::open(const fs::path& path, Existing existing) {
  std::error_code error;
  // Without the trailing slash, which lexically_normal keeps.
  auto absolute = fs::absolute(path, error).lexically_normal();
  if (error) return failure("cannot use", path, error);
  if (!absolute.has_filename()) absolute = absolute.parent_path();
  fs::create_directories(absolute, error);
  if (error) return failure("cannot create", absolute, error);
  const bool is_empty = fs::is_empty(absolute, error);
  if (error) return failure("cannot read", absolute, error);
  if (!is_empty && existing == Existing::refuse) {
    return Failure(absolute.string() + " is not empty; name a new folder, or give --overwrite to replace files in it");
  }
  return ExportFolder(std::move(absolute));
}

base::Result<void, std::string> ExportFolder::write(const fs::path& name, std::string_view content) {
  if (auto made = make_folders(path_, name.parent_path()); !made) return made;
  const auto target = path_ / name;
  std::error_code ignored;
  const bool is_file = fs::symlink_status(target, ignored).type() == fs::file_type::regular;
  const bool is_unchanged = is_file && holds(target, content);
  if (!is_unchanged) {
    if (auto replaced = app::replace_file(target, content, app::FileMode::everybody_may_read); !replaced) {
      return replaced;
    }
  }
  ++written_;
  if (is_unchanged) ++unchanged_;
  return {};
}

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

base::Result<HostedFiles, app::Problems> collect_files(const publish::Catalogue& documents) {
  Collector collector(documents);
  for (const auto& path : documents.paths()) collector.add(path);
  return collector.finish();
}

std::string render_headers_file(const HostedFiles& hosted) {
  std::string out;
  for (const auto& file : hosted.files) {
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
    // Static hosts map /cv to /cv.html and / to /index.html without a rule.
    const auto extension = extension_of(file.media_type);
    if (extension == ".html" || relative_name(file.path) == file.name) continue;
    out.append(file.path).append(" ").append(with_index(file.path)).append(extension).append(" 200\n");
  }
  return out;
}

}  // namespace agent_access::tools
