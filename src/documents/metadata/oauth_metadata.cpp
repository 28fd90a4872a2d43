#include "documents/metadata/oauth_metadata.hpp"

#include "documents/gated_resources.hpp"
#include "documents/paths.hpp"
#include "documents/text_template.hpp"
#include "json/json_text.hpp"
#include "oauth/types.hpp"

namespace agent_access::documents {

namespace {

constexpr std::string_view kAuthorizationServer = R"({
  "issuer": "{{base_url}}",
  "authorization_endpoint": "{{base_url}}/oauth/authorize",
  "token_endpoint": "{{base_url}}/oauth/token",
  "registration_endpoint": "{{base_url}}/oauth/register",
  "jwks_uri": "{{base_url}}/.well-known/jwks.json",
  "scopes_supported": [{{scopes}}],
  "response_types_supported": [],
  "grant_types_supported": ["{{grant_type}}"],
  "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
  "service_documentation": "{{base_url}}/auth.md",
  "protected_resources": ["{{base_url}}", "{{base_url}}{{profile_path}}"{{mcp_resource}}{{gated_resources}}],
  "agent_auth": {
    "skill": "{{base_url}}/auth.md",
    "register_uri": "{{base_url}}/oauth/register",
    "claim_uri": "{{base_url}}/auth.md",
    "identity_types_supported": ["anonymous"],
    "anonymous": { "credential_types_supported": ["client_secret"] }
  }
}
)";

// Between both is the path of the resource.
constexpr std::string_view kResourceHead = R"({
  "resource": "{{base_url}})";
constexpr std::string_view kResourceTail = R"(",
  "resource_name": {{resource_name}},
  "resource_documentation": "{{base_url}}/auth.md",
  "authorization_servers": ["{{base_url}}"],
  "scopes_supported": [{{scopes}}],
  "bearer_methods_supported": ["header"]
}
)";

constexpr std::string_view kProfileScope = "\"read:extended\"";
static_assert(kProfileScope.substr(1, kProfileScope.size() - 2) == oauth::kScope);

/// `scopes`: names in JSON, without brackets.
ResourceText resource_text(const HostView& view, std::string_view title, std::string_view scopes) {
  const std::string resource_name = json::json_string(view.content.site.title + std::string(title));
  return {fill(kResourceHead, {{"base_url", view.base_url()}}),
          fill(kResourceTail, {{"base_url", view.base_url()}, {"resource_name", resource_name}, {"scopes", scopes}})};
}

std::string render_resource(const HostView& view, std::string_view resource_path, std::string_view title,
                            std::string_view scopes) {
  return resource_text(view, title, scopes).with(resource_path);
}

}  // namespace

std::string render_authorization_server(const HostView& view) {
  const std::string mcp_resource = view.settings.mcp.is_enabled ? ", \"" + view.url(kMcpPath) + '"' : std::string();
  const std::string scopes = scope_list(view.settings);
  std::string resources;
  for (const auto& resource : gated_resources(view.settings)) {
    resources.append(", \"").append(view.url(resource.path)).append("\"");
  }
  return fill(kAuthorizationServer, {{"base_url", view.base_url()},
                                     {"gated_resources", resources},
                                     {"scopes", scopes},
                                     {"mcp_resource", mcp_resource},
                                     {"profile_path", oauth::kProfilePath},
                                     {"grant_type", oauth::kGrantType}});
}

std::string render_protected_resource(const HostView& view) {
  return render_resource(view, "", " - Agent Access API", scope_list(view.settings));
}

std::string render_protected_profile(const HostView& view) {
  return render_resource(view, oauth::kProfilePath, " - extended CV and availability profile", kProfileScope);
}

std::string render_protected_mcp(const HostView& view) {
  return render_resource(view, kMcpPath, " - MCP endpoint", document_scope_list(view.settings));
}

std::string ResourceText::with(std::string_view path) const {
  return std::string(before_path).append(path).append(after_path);
}

ResourceText gated_metadata(const HostView& view, const GatedResource& resource) {
  return resource_text(view, " - " + std::string(resource.title), json::json_string(resource.scope));
}

}  // namespace agent_access::documents
