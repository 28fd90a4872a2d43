#include "app/deployment/access_settings.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/access_checks.hpp"
#include "app/text/words.hpp"
#include "service/endpoints.hpp"
#include "site/content/pages.hpp"
#include "site/content/path_form.hpp"
#include "site/documents/paths.hpp"
#include "site/publish/publication.hpp"

namespace agent_access::app {
namespace {

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
