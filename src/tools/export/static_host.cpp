#include "tools/export/static_host.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "base/ascii.hpp"
#include "http/fields.hpp"
#include "http/message.hpp"
#include "publish/publication.hpp"
#include "render/template.hpp"
#include "render/view.hpp"
#include "tools/proxies/proxy_site.hpp"
#include "tools/proxies/proxy_table.hpp"
#include "tools/proxies/quoting.hpp"

namespace agent_access::tools {
namespace {

using documents::Kind;
using publish::Document;
using render::View;

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
    const auto decoded = percent_decoded(segment);
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
  return {std::move(path),
          std::move(name),
          document.source.media_type,
          fields_of(document.identity.fields),
          document.identity.body,
          {},
          false};
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
    HostedFile file = make_file(document, path, std::move(*name));
    if (document.markdown) file.markdown_path = add_markdown(document);
    hosted_.files.push_back(std::move(file));
  }

  base::Result<HostedFiles, app::Problems> finish() {
    std::ranges::sort(hosted_.files, {}, &HostedFile::path);
    part_files_from_folders();
    find_clashes();
    if (!problems_.empty()) return base::Failure<app::Problems>(std::move(problems_));
    return std::move(hosted_);
  }

 private:
  /// The path of the Markdown form, which becomes a separate file unless it is published already.
  std::string add_markdown(const Document& document) {
    auto path = with_index(document.source.path) + ".md";
    const auto* published = documents_.find(path);
    auto name = relative_name(path);
    if (name && (published == nullptr || published->identity.body != document.markdown->identity.body)) {
      hosted_.files.push_back(make_file(*document.markdown, path, std::move(*name)));
      hosted_.files.back().is_form = true;
    }
    return path;
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

  void find_clashes() {
    std::map<std::string_view, std::string_view> paths;
    for (const auto& file : hosted_.files) {
      const auto [other, is_new] = paths.emplace(file.name, file.path);
      if (is_new) continue;
      problems_.push_back("the paths " + std::string(other->second) + " and " + file.path + " need one file, " +
                          file.name + "; rename one");
    }
  }

  const publish::Catalogue& documents_;
  HostedFiles hosted_;
  app::Problems problems_;
};

/// Errors that nginx returns itself, with the bodies of the service.
struct OwnError {
  std::string_view statuses;  ///< the arguments of error_page before the address
  std::string_view path;
  http::Problem problem;
};

std::array<OwnError, 5> own_errors() {
  using http::RequestError;
  return {{{"400", "/.nginx-400", http::problem_of(RequestError::malformed_request)},
           {"413", "/.nginx-413", http::problem_of(RequestError::body_too_large)},
           {"414", "/.nginx-414", http::problem_of(RequestError::target_too_long)},
           {"494 =431", "/.nginx-431", http::problem_of(RequestError::headers_too_large)},
           {"500 502 503 504",
            "/.nginx-5xx",
            {502, "temporarily_unavailable", "The service is not reachable; try again shortly"}}}};
}

std::vector<View> views_of(const std::vector<HostedField>& fields) {
  std::vector<View> views;
  for (const auto& [name, value] : fields) views.push_back(View().set("name", name).set("value", nginx_quoted(value)));
  return views;
}

std::vector<View> error_views() {
  std::vector<View> views;
  for (const auto& [statuses, path, problem] : own_errors()) {
    http::Response response;
    http::write_problem(problem, response);
    views.push_back(View()
                        .set("statuses", statuses)
                        .set("path", path)
                        .set("fields", views_of(fields_of(response.constant_fields)))
                        .set("status", std::to_string(problem.status))
                        .set("body", nginx_quoted(response.body)));
  }
  return views;
}

bool is_expressible(const HostedFile& file) {
  return is_nginx_text(file.name) && is_nginx_text(file.media_type) && is_nginx_text(file.markdown_path) &&
         std::ranges::all_of(file.fields, [](const auto& field) { return is_nginx_text(field.value); });
}

/// Without the documents that cannot be expressed in nginx; the service then serves them.
std::vector<View> document_views(const HostedFiles& hosted) {
  std::vector<View> views;
  for (const auto& file : hosted.files) {
    const auto path = nginx_path(file.path);
    if (!path || !is_expressible(file)) continue;
    views.push_back(View()
                        .set("path", *path)
                        .set("is_form", file.is_form)
                        .set("has_markdown", !file.markdown_path.empty())
                        .set("markdown_path", nginx_quoted(file.markdown_path))
                        .set("has_other_name", percent_decoded(file.path) != "/" + file.name)
                        .set("file", nginx_quoted("/" + file.name))
                        .set("media_type", nginx_quoted(file.media_type))
                        .set("fields", views_of(file.fields)));
  }
  return views;
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

std::string render_static_nginx(const NginxHost& host, const HostedFiles& hosted) {
  std::string upstream = "agent_access_" + host.name;
  std::ranges::replace_if(upstream, [](char c) { return c == '.' || c == '-'; }, '_');
  const auto [name, port] = base::host_and_port(host.base_url);
  const auto view = View()
                        .set("base_url", host.base_url.text())
                        .set("forwarded", host.field == base::ForwardedField::forwarded)
                        .set("upstream", upstream)
                        .set("service", net::to_text(upstream_of(host.listen)))
                        .set("is_tls", host.base_url.text().starts_with("https:"))
                        .set("host", name)
                        .set("loopback", loopback_of(name))
                        .set("port", port)
                        .set("folder", nginx_quoted(host.folder.string()))
                        .set("errors", error_views())
                        .set("documents", document_views(hosted));
  return proxy_text("static-host.conf", view);
}

}  // namespace agent_access::tools
