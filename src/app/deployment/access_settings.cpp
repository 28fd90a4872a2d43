#include "app/deployment/content_checks.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "app/files/file_access.hpp"
#include "app/text/text.hpp"
#include "base/text.hpp"
#include "service/endpoints.hpp"
#include "site/content/pages.hpp"
#include "site/content/path_form.hpp"
#include "site/documents/paths.hpp"
#include "site/publish/publication.hpp"

namespace agent_access::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBehindAGate = "; let your web server send it, behind a gate ([[gates]])";

std::string mebibytes(std::size_t size) { return std::to_string(size >> 20U) + " MiB"; }

class GatedFilesReader {
 public:
  GatedFilesReader(const Config& config, const Confidential& confidential)
      : root_(canonical_or_empty(config.root)), confidential_(confidential) {}

  void read(const AccessRow& row, std::string_view media_type) {
    std::string body;
    if (auto problem = read_body(row.source, body)) {
      problems_.push_back(place_of(row) + *problem);
      return;
    }
    size_ += body.size();
    if (size_ > kMostGatedFiles && !is_too_large_) {
      is_too_large_ = true;
      problems_.push_back(place_of(row) + shown(row.source) + " makes the documents larger than " +
                          mebibytes(kMostGatedFiles) + " together" + std::string(kBehindAGate));
    }
    if (!is_too_large_) files_.push_back(publish::prepare_gated_file(media_type, std::move(body)));
  }

  [[nodiscard]] base::Result<std::shared_ptr<const publish::GatedFiles>, Problems> result() {
    if (!problems_.empty()) return base::Failure<Problems>(std::move(problems_));
    return std::make_shared<const publish::GatedFiles>(std::move(files_));
  }

 private:
  static std::string place_of(const AccessRow& row) {
    return row.origins[*find_access_key(AccessTable::documents, "source")].place + ": documents.source: ";
  }

  /// The problem, or nothing.
  std::optional<std::string> read_body(const fs::path& source, std::string& body) const {
    std::error_code error;
    if (fs::is_directory(source, error)) {
      return shown(source) + " is a folder, but a document is one file" + std::string(kBehindAGate);
    }
    const auto size = fs::file_size(source, error);
    if (!error && size > kMostGatedFile) {
      return shown(source) + " is larger than " + mebibytes(kMostGatedFile) + std::string(kBehindAGate);
    }
    const auto content = read_file(source, kMostGatedFile);
    if (!content) return content.error();
    if (!root_.empty() && is_inside(canonical_or_empty(source), root_)) {
      return shown(source) + " is below content.root, where everybody can read it without a token; move it";
    }
    body = base::text_of(content->bytes.reveal());
    if (const auto what = confidential_.find(source, body)) {
      return shown(source) + " is " + *what + ", which must never be published; name another file";
    }
    return std::nullopt;
  }

  fs::path root_;
  const Confidential& confidential_;
  publish::GatedFiles files_;
  std::uintmax_t size_ = 0;
  bool is_too_large_ = false;
  Problems problems_;
};

/// A file that is behind two scopes is open to the tokens of either.
void warn_of_shared_sources(const std::vector<AccessRow>& rows, std::vector<std::string>& warnings) {
  for (std::size_t one = 0; one < rows.size(); ++one) {
    for (std::size_t other = one + 1; other < rows.size(); ++other) {
      std::error_code error;
      const bool is_same = fs::equivalent(rows[one].source, rows[other].source, error);
      if (!is_same || rows[one].scope == rows[other].scope) continue;
      warnings.push_back(rows[other].origin.place + ": " + rows[other].path + " and " + rows[one].path + " at " +
                         rows[one].origin.place + " send the same file, so a token of either scope reads it");
    }
  }
}

std::size_t index_of(const std::vector<content::Scope>& scopes, const std::string& name) {
  return static_cast<std::size_t>(std::ranges::find(scopes, name, &content::Scope::name) - scopes.begin());
}

/// The place of a value, with the name of its key.
std::string place_of(const AccessRow& row, AccessTable table, std::string_view key) {
  const auto index = *find_access_key(table, key);
  return row.origins[index].place + ": " + full_name(access_keys()[index]) + ": ";
}

/// Endpoints, generated documents and pages, whether the settings enable them or not.
std::vector<std::string> own_paths(const content::Settings& settings, const content::Content& content) {
  std::vector<std::string> paths;
  for (const auto& endpoint : service::endpoint_table()) paths.emplace_back(endpoint.path);
  for (const auto& document : publish::document_table()) paths.emplace_back(document.path);
  for (const auto& page : content::pages_of(settings, content)) paths.push_back(page.path);
  if (!settings.has_pages) return paths;
  for (const auto& publication : content.site.publications) paths.push_back(content::path_of(settings, publication));
  for (const auto& project : content.site.projects) paths.push_back(content::path_of(settings, project));
  return paths;
}

/// The first of the paths that is the prefix or below it, or is the prefix without its last slash; empty if none is.
std::string_view first_below(std::string_view prefix, std::span<const std::string> paths) {
  const auto found = std::ranges::find_if(paths, [&](const std::string& path) {
    return is_at_or_below(path, prefix) || is_at_or_below(path + '/', prefix);
  });
  return found == paths.end() ? std::string_view() : std::string_view(*found);
}

}  // namespace

base::Result<std::shared_ptr<const publish::GatedFiles>, Problems> load_gated_files(
    const Config& config, const content::Access& access, const Confidential& confidential,
    std::vector<std::string>& warnings) {
  const auto& rows = config.access.documents;
  GatedFilesReader reader(config, confidential);
  for (std::size_t at = 0; at < rows.size(); ++at) reader.read(rows[at], access.documents[at].media_type);
  warn_of_shared_sources(rows, warnings);
  return reader.result();
}

content::Access make_access(const AccessRows& rows) {
  content::Access access;
  if (rows.is_empty()) return access;
  access.scopes.push_back({std::string(oauth::kScope), std::string(documents::kScopeMeaning)});
  for (const auto& row : rows.scopes) access.scopes.push_back({row.name, row.meaning});
  for (const auto& row : rows.documents) {
    std::string room;
    access.documents.push_back({.path = std::string(content::published_spelling(row.path, room)),
                                .title = row.title,
                                .description = row.description,
                                .media_type = row.media_type.empty()
                                                  ? std::string(content::media_type_of(row.source.filename().string()))
                                                  : row.media_type,
                                .scope = index_of(access.scopes, row.scope)});
  }
  for (const auto& row : rows.gates) {
    access.gates.push_back({.prefix = row.prefix,
                            .title = row.title,
                            .description = row.description,
                            .methods = row.methods,
                            .openapi = row.openapi,
                            .scope = index_of(access.scopes, row.scope)});
  }
  return access;
}

Problems access_conflicts(const AccessRows& rows, const content::Settings& settings, const content::Content& content,
                          std::span<const content::StaticFile> files) {
  Problems problems;
  if (rows.is_empty()) return problems;
  const auto own = own_paths(settings, content);
  std::vector<std::string> of_owner;
  for (const auto& file : files) of_owner.push_back(file.path);
  for (const auto& gate : rows.gates) {
    const auto place = place_of(gate, AccessTable::gates, "prefix") + in_quotes(gate.prefix);
    if (const auto path = first_below(gate.prefix, own); !path.empty()) {
      problems.push_back(place + " holds " + std::string(path) + ", which this program serves; choose another prefix");
    } else if (const auto file = first_below(gate.prefix, of_owner); !file.empty()) {
      problems.push_back(place + " holds " + std::string(file) +
                         ", which content.root publishes for everybody; move that file, or choose another prefix");
    }
  }
  for (const auto& document : rows.documents) {
    const auto file =
        std::ranges::find_if(of_owner, [&](const std::string& path) { return is_same_path(path, document.path); });
    if (file == of_owner.end()) continue;
    problems.push_back(place_of(document, AccessTable::documents, "path") + in_quotes(document.path) +
                       ": content.root has " + *file +
                       ", which everybody can read; move that file, or choose another path");
  }
  return problems;
}

std::vector<std::string> access_warnings(const AccessRows& rows) {
  std::vector<std::string> warnings;
  for (const auto& scope : rows.scopes) {
    const auto needs = [&](const AccessRow& row) { return row.scope == scope.name; };
    if (std::ranges::any_of(rows.documents, needs) || std::ranges::any_of(rows.gates, needs)) continue;
    warnings.push_back(place_of(scope, AccessTable::scopes, "name") + in_quotes(scope.name) +
                       " is the scope of no document and no gate");
  }
  return warnings;
}

}  // namespace agent_access::app
