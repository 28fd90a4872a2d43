#include "site/documents/oauth_metadata.hpp"

#include "json/json_text.hpp"
#include "oauth/jwk.hpp"
#include "oauth/key_schedule.hpp"
#include "oauth/types.hpp"
#include "site/documents/gated_resources.hpp"
#include "site/documents/paths.hpp"
#include "site/templates/template.hpp"

namespace agent_access::documents {
namespace {

/// `scopes`: names in JSON, without brackets.
std::string render_resource(const HostView& view, std::string_view path, std::string_view name,
                            std::string_view scopes) {
  return templates::filled("metadata/oauth-protected-resource.json", templates::View()
                                                                         .set("base_url", view.base_url())
                                                                         .set("path", path)
                                                                         .set("title", view.content.site.title)
                                                                         .set("name", name)
                                                                         .set("scopes", scopes));
}

}  // namespace

std::string render_authorization_server(const HostView& view) {
  std::vector<templates::View> gated;
  for (const auto& resource : gated_resources(view.settings)) {
    gated.push_back(templates::View().set("url", view.url(resource.path)));
  }
  return templates::filled("metadata/oauth-authorization-server.json", templates::View()
                                                                           .set("base_url", view.base_url())
                                                                           .set("scopes", scope_list(view.settings))
                                                                           .set("has_mcp", view.settings.mcp.is_enabled)
                                                                           .set("gated", gated));
}

std::string render_openid_configuration(const HostView& view) {
  std::string text = render_authorization_server(view);
  text.insert(text.find(R"(  "grant_types_supported")"),
              "  \"subject_types_supported\": [\"public\"],\n"
              "  \"id_token_signing_alg_values_supported\": [\"ES256\"],\n");
  return text;
}

std::string render_protected_resource(const HostView& view) {
  return render_resource(view, "", "Agent Access API", scope_list(view.settings));
}

std::string render_protected_profile(const HostView& view) {
  return render_resource(view, oauth::kProfilePath, "extended CV and availability profile",
                         json::json_string(oauth::kScope));
}

std::string render_protected_mcp(const HostView& view) {
  return render_resource(view, kMcpPath, "MCP endpoint", document_scope_list(view.settings));
}

std::string ResourceText::with(std::string_view path) const {
  return std::string(before_path).append(path).append(after_path);
}

ResourceText gated_metadata(const HostView& view, const GatedResource& resource) {
  const std::string text = render_resource(view, "", resource.title, json::json_string(resource.scope));
  const std::size_t end = text.find("\",\n");  // of the first member, which is "resource"
  return {text.substr(0, end), text.substr(end)};
}

std::string render_jwks(const oauth::KeySchedule& keys) {
  std::string body = R"({"keys":[)";
  for (const oauth::ScheduledKey& scheduled : keys.keys()) {
    if (body.back() == '}') body.push_back(',');
    body.append(oauth::render_jwk(scheduled.key.public_key(), scheduled.key_id));
  }
  body.append("]}\n");
  return body;
}

}  // namespace agent_access::documents
