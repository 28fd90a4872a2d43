#include "documents/metadata/oauth_metadata.hpp"

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
  "scopes_supported": ["{{scope}}"],
  "response_types_supported": [],
  "grant_types_supported": ["{{grant_type}}"],
  "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
  "service_documentation": "{{base_url}}/auth.md",
  "protected_resources": ["{{base_url}}", "{{base_url}}{{profile_path}}"{{mcp_resource}}],
  "agent_auth": {
    "skill": "{{base_url}}/auth.md",
    "register_uri": "{{base_url}}/oauth/register",
    "claim_uri": "{{base_url}}/auth.md",
    "identity_types_supported": ["anonymous"],
    "anonymous": { "credential_types_supported": ["client_secret"] }
  }
}
)";

constexpr std::string_view kProtectedResource = R"({
  "resource": "{{base_url}}{{resource_path}}",
  "resource_name": {{resource_name}},
  "resource_documentation": "{{base_url}}/auth.md",
  "authorization_servers": ["{{base_url}}"],
  "scopes_supported": ["{{scope}}"],
  "bearer_methods_supported": ["header"]
}
)";

std::string render_resource(const HostView& view, std::string_view resource_path, std::string_view title) {
  const std::string resource_name = json::json_string(view.content.site.title + std::string(title));
  return fill(kProtectedResource, {{"base_url", view.base_url()},
                                   {"resource_path", resource_path},
                                   {"resource_name", resource_name},
                                   {"scope", oauth::kScope}});
}

}  // namespace

std::string render_authorization_server(const HostView& view) {
  const std::string mcp_resource = view.settings.mcp.is_enabled ? ", \"" + view.url(kMcpPath) + '"' : std::string();
  return fill(kAuthorizationServer, {{"base_url", view.base_url()},
                                     {"mcp_resource", mcp_resource},
                                     {"profile_path", oauth::kProfilePath},
                                     {"grant_type", oauth::kGrantType},
                                     {"scope", oauth::kScope}});
}

std::string render_protected_resource(const HostView& view) { return render_resource(view, "", " - Agent Access API"); }

std::string render_protected_profile(const HostView& view) {
  return render_resource(view, oauth::kProfilePath, " - extended CV and availability profile");
}

std::string render_protected_mcp(const HostView& view) { return render_resource(view, kMcpPath, " - MCP endpoint"); }

}  // namespace agent_access::documents
