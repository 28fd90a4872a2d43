#include "documents/gated_resources.hpp"

#include <algorithm>

#include "documents/paths.hpp"
#include "documents/text_template.hpp"
#include "json/json_text.hpp"
#include "oauth/types.hpp"
#include "render/markdown_text.hpp"

namespace agent_access::documents {

namespace {

/// Of a description in a list of links.
constexpr std::size_t kLongestDescription = 500;

constexpr std::string_view kScopeRequest =
    R"(A token opens what its scopes allow. The token request names them in `scope`, several separated by a space:
`scope={{example}}`. Without `scope` the token has `{{scope}}`. The response names the granted scopes.

)";

constexpr std::string_view kMetadataText =
    R"(Without a token each of them answers 401, and `resource_metadata` in its challenge is the address of its metadata
(RFC 9728): `/.well-known/oauth-protected-resource` followed by the path of the request. `scopes_supported` there is the
scope that opens it. A token without that scope gets 403 `insufficient_scope`, and the challenge names the scope.
)";

std::string_view title_or(const std::string& title, std::string_view otherwise) noexcept {
  return title.empty() ? otherwise : std::string_view(title);
}

std::string scope_table(const content::Settings& settings) {
  std::string table = "| Scope | Meaning |\n|---|---|\n";
  for (const auto& scope : scopes_of(settings)) {
    table.append("| `").append(scope.name).append("` | ").append(render::markdown_text(scope.meaning)).append(" |\n");
  }
  return table;
}

std::string item_text(const HostView& view, const GatedResource& resource) {
  std::string item = "- " + render::markdown_link(resource.title, view.url(resource.path)) + " (scope `" +
                     std::string(resource.scope) + "`; " + form_of(resource) + ")";
  if (!resource.description.empty()) {
    item += ": " + render::markdown_text(render::clipped(resource.description, kLongestDescription));
  }
  if (resource.gate != nullptr && !resource.gate->openapi.empty()) {
    item += " " + render::markdown_link("OpenAPI", openapi_url_of(view, *resource.gate));
  }
  return item += '\n';
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

std::string metadata_path_of(std::string_view path) { return std::string(kProtectedResourcePath).append(path); }

std::string openapi_url_of(const HostView& view, const content::Gate& gate) {
  return gate.openapi.starts_with('/') ? view.url(gate.openapi) : gate.openapi;
}

std::string form_of(const GatedResource& resource) {
  if (resource.document != nullptr) {
    if (resource.holds_paths()) return "folder";
    return resource.document->media_type.empty() ? "file" : resource.document->media_type;
  }
  std::string form = "each path below it;";
  for (const auto& method : resource.gate->methods) form.append(" ").append(method);
  return form;
}

std::string gated_items(const HostView& view, std::size_t most) {
  const auto resources = gated_resources(view.settings);
  std::string items;
  for (std::size_t at = 0; at < resources.size(); ++at) {
    const std::string item = item_text(view, resources[at]);
    if (item.size() > most - items.size()) {
      items += "- " + std::to_string(resources.size() - at) + " more: " + view.url(kAuthMdPath) + "\n";
      break;
    }
    items += item;
  }
  return items;
}

std::string scope_request_text(const HostView& view) {
  const content::Access& access = view.settings.access;
  if (!access.has_declared_scopes()) return {};
  return fill(kScopeRequest, {{"example", access.scopes[1].name}, {"scope", oauth::kScope}});
}

std::string gated_section(const HostView& view) {
  if (view.settings.access.scopes.empty()) return {};
  std::string section = "\n## Scopes and further resources\n\n" + scope_request_text(view) + scope_table(view.settings);
  const std::string items = gated_items(view);
  if (items.empty()) return section;
  return section.append("\n").append(items).append("\n").append(kMetadataText);
}

}  // namespace agent_access::documents
