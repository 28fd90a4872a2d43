#include "site/documents/agent_card.hpp"

#include <boost/json/serialize.hpp>

#include "json/json_text.hpp"
#include "site/content/tools.hpp"
#include "site/documents/gated_resources.hpp"
#include "site/documents/paths.hpp"
#include "site/documents/settings_view.hpp"
#include "site/templates/template.hpp"

namespace agent_access::documents {
namespace {

namespace bj = boost::json;
using templates::View;

/// The browser tools. {{{tags}}} is JSON without brackets.
std::vector<View> skill_views(bool has_profile) {
  std::vector<View> skills;
  for (const auto& tool : content::browser_tools(has_profile)) {
    std::string tags;
    for (const char c : tool.tags) tags += c == ' ' ? R"(", ")" : std::string(1, c);
    skills.push_back(View()
                         .set("id", tool.name)
                         .set("name", tool.title)
                         .set("text", tool.description)
                         .set("tags", "\"" + tags + "\"")
                         .set("is_gated", tool.is_gated));
  }
  return skills;
}

/// The name is the path without the slashes at its ends; a gate has its first method.
View gated_endpoint_view(const GatedResource& resource) {
  const std::string_view path = resource.path.substr(1);
  const bool has_methods = resource.gate != nullptr && !resource.gate->methods.empty();
  std::string text(resource.title);
  if (!resource.description.empty()) text.append(": ").append(resource.description);
  if (!text.ends_with('.')) text += '.';
  return View()
      .set("name", path.ends_with('/') ? path.substr(0, path.size() - 1) : path)
      .set("method", has_methods ? resource.gate->methods.front() : "GET")
      .set("path", resource.path)
      .set("text", text)
      .set("scope", resource.scope);
}

std::vector<View> gated_endpoint_views(const HostView& view) {
  std::vector<View> endpoints;
  for (const auto& resource : gated_resources(view.settings)) endpoints.push_back(gated_endpoint_view(resource));
  return endpoints;
}

/// The values that both cards have.
View card_view(const HostView& view) {
  return settings_view(view)
      .set("title", view.content.site.title)
      .set("owner", view.content.site.owner.name)
      .set("version", kApiVersion)
      .set("webmcp", kWebMcpUri)
      .set("home_path", view.settings.has_pages ? "/" : kAgentsMdPath)
      .set("scopes", bj::serialize(scope_meanings(view.settings)))
      .set("skills", skill_views(view.settings.has_profile));
}

}  // namespace

std::string render_agent_card(const HostView& view) {
  const View values = card_view(view).set("mcp_revision", kMcpRevisions.front());
  return json::pretty_json(templates::filled_object("metadata/agent-card.json", values));
}

std::string render_agent_manifest(const HostView& view) {
  const View values = card_view(view).set("gated", gated_endpoint_views(view));
  return json::pretty_json(templates::filled_object("metadata/agent.json", values));
}

}  // namespace agent_access::documents
