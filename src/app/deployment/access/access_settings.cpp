#include "app/deployment/access/access_settings.hpp"

#include <algorithm>

#include "documents/paths.hpp"

namespace agent_access::app {
namespace {

std::size_t index_of(const std::vector<content::Scope>& scopes, const std::string& name) {
  return static_cast<std::size_t>(std::ranges::find(scopes, name, &content::Scope::name) - scopes.begin());
}

std::optional<content::ResourceLimit> own_limit(const AccessRow& row) {
  if (row.requests == 0) return std::nullopt;
  return content::ResourceLimit{row.requests, row.window};
}

}  // namespace

content::Access make_access(const AccessRows& rows) {
  content::Access access;
  if (rows.is_empty()) return access;
  access.scopes.push_back({std::string(oauth::kScope), std::string(documents::kScopeMeaning)});
  for (const auto& row : rows.scopes) access.scopes.push_back({row.name, row.meaning});
  for (const auto& row : rows.documents) {
    access.documents.push_back({.path = row.path,
                                .source = row.source,
                                .title = row.title,
                                .description = row.description,
                                .media_type = row.media_type,
                                .scope = index_of(access.scopes, row.scope),
                                .limit = own_limit(row)});
  }
  for (const auto& row : rows.gates) {
    access.gates.push_back({.prefix = row.prefix,
                            .title = row.title,
                            .description = row.description,
                            .methods = row.methods,
                            .openapi = row.openapi,
                            .scope = index_of(access.scopes, row.scope),
                            .limit = own_limit(row)});
  }
  return access;
}

}  // namespace agent_access::app
