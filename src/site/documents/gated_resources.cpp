#include "site/documents/gated_resources.hpp"

#include <algorithm>

#include "json/json_text.hpp"
#include "oauth/types.hpp"
#include "site/documents/paths.hpp"

namespace agent_access::documents {
namespace {

std::string_view title_or(const std::string& title, std::string_view otherwise) noexcept {
  return title.empty() ? otherwise : std::string_view(title);
}

}  // namespace

std::vector<GatedResource> gated_resources(const content::Settings& settings) {
  const content::Access& access = settings.access;
  const auto scope_of = [&](std::size_t index) -> std::string_view {
    return index < access.scopes.size() ? std::string_view(access.scopes[index].name) : oauth::kScope;
  };
  std::vector<GatedResource> resources;
  for (const auto& document : access.documents) {
    resources.push_back({document.path, title_or(document.title, document.path), document.description,
                         scope_of(document.scope), &document, nullptr, document.scope});
  }
  for (const auto& gate : access.gates) {
    resources.push_back({gate.prefix, title_or(gate.title, gate.prefix), gate.description, scope_of(gate.scope),
                         nullptr, &gate, gate.scope});
  }
  return resources;
}

std::vector<content::Scope> scopes_of(const content::Settings& settings) {
  if (settings.access.scopes.empty()) return {{std::string(oauth::kScope), std::string(kScopeMeaning)}};
  std::vector<content::Scope> scopes = settings.access.scopes;
  if (scopes.front().meaning.empty()) scopes.front().meaning = kScopeMeaning;
  return scopes;
}

boost::json::object scope_meanings(const content::Settings& settings) {
  boost::json::object meanings;
  for (const auto& scope : scopes_of(settings)) meanings[scope.name] = scope.meaning;
  return meanings;
}

std::string scope_list(const content::Settings& settings) {
  std::string list;
  for (const auto& scope : scopes_of(settings)) {
    list.append(list.empty() ? "" : ", ").append(json::json_string(scope.name));
  }
  return list;
}

std::string document_scope_list(const content::Settings& settings) {
  const content::Access& access = settings.access;
  std::string list = json::json_string(oauth::kScope);
  for (std::size_t scope = 1; scope < access.scopes.size(); ++scope) {
    const bool opens_document =
        std::ranges::find(access.documents, scope, &content::GatedDocument::scope) != access.documents.end();
    if (opens_document) list.append(", ").append(json::json_string(access.scopes[scope].name));
  }
  return list;
}

std::string openapi_url_of(const HostView& view, const content::Gate& gate) {
  return gate.openapi.starts_with('/') ? view.url(gate.openapi) : gate.openapi;
}

}  // namespace agent_access::documents
