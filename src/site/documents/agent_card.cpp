#include <boost/json/serialize.hpp>

#include "json/json_text.hpp"
#include "site/content/tools.hpp"
#include "site/documents/metadata.hpp"
#include "site/documents/paths.hpp"
#include "site/templates/template.hpp"

namespace agent_access::documents {

namespace {

namespace bj = boost::json;
using templates::View;

std::string card_description(const HostView& view) {
  return "Public data of " + view.content.site.owner.name +
         ", and one extended profile protected by OAuth 2.0. The skills are WebMCP tools that the site registers in "
         "the browser" +
         (view.settings.mcp.is_enabled ? ", and tools of its MCP endpoint" : "") +
         "; no A2A JSON-RPC, gRPC or HTTP+JSON endpoint is offered.";
}

/// The browser tools. {{{tags}}} is JSON without brackets.
std::vector<View> skill_views() {
  std::vector<View> skills;
  for (const auto& tool : content::browser_tools()) {
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

View endpoint_view(std::string_view name, std::string_view type, std::string_view method, std::string_view path,
                   std::string_view text) {
  return View().set("name", name).set("type", type).set("method", method).set("path", path).set("text", text);
}

/// The name is the path without the slashes at its ends; a gate has its first method.
View gated_endpoint_view(const GatedResource& resource) {
  const std::string_view path = resource.path.substr(1);
  const std::string_view name = path.ends_with('/') ? path.substr(0, path.size() - 1) : path;
  const bool has_methods = resource.gate != nullptr && !resource.gate->methods.empty();
  std::string text(resource.title);
  if (!resource.description.empty()) text.append(": ").append(resource.description);
  text.append(text.ends_with('.') ? "" : ".").append(" OAuth 2.0 scope ").append(resource.scope).append(".");
  return endpoint_view(name, "rest", has_methods ? resource.gate->methods.front() : "GET", resource.path, text);
}

/// Those that not every site has.
std::vector<View> endpoint_views(const HostView& view) {
  std::vector<View> endpoints;
  for (const auto& [document, listing] : listed_in(view, List::agent_endpoints)) {
    endpoints.push_back(endpoint_view(listing.title, listing.type, "GET", document.path, listing.text));
  }
  for (const auto& resource : gated_resources(view.settings)) endpoints.push_back(gated_endpoint_view(resource));
  return endpoints;
}

/// The values that both cards have.
View card_view(const HostView& view) {
  return View()
      .set("base_url", view.base_url())
      .set("title", view.content.site.title)
      .set("owner", view.content.site.owner.name)
      .set("description", card_description(view))
      .set("version", kApiVersion)
      .set("webmcp", kWebMcpUri)
      .set("tools_path", view.tools_path())
      .set("home_path", view.settings.has_pages ? "/" : kAgentsMdPath)
      .set("has_pages", view.settings.has_pages)
      .set("has_mcp", view.settings.mcp.is_enabled)
      .set("scopes", bj::serialize(scope_meanings(view.settings)))
      .set("skills", skill_views());
}

}  // namespace

std::string render_agent_card(const HostView& view) {
  const View values = card_view(view).set("mcp_revision", documents::kCurrentMcpRevision);
  return json::pretty_json(templates::filled_object("metadata/agent-card.json", values));
}

std::string render_agent_manifest(const HostView& view) {
  const View values = card_view(view).set("endpoints", endpoint_views(view));
  return json::pretty_json(templates::filled_object("metadata/agent.json", values));
}

}  // namespace agent_access::documents
