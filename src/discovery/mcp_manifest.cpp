#include "discovery/mcp_manifest.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>

#include "discovery/browser_tools.hpp"
#include "discovery/paths.hpp"
#include "discovery/pretty_json.hpp"
#include "oauth/types.hpp"

namespace agent_access::discovery {

namespace {

namespace json = boost::json;

/// The MCP revision whose data types the tools follow.
constexpr std::string_view kProtocolVersion = "2025-11-25";
constexpr std::string_view kSchema = "https://static.modelcontextprotocol.io/schemas/mcp-server-card/v1.json";
constexpr std::string_view kServerName = "site-webmcp-tools";

json::object tool_object(const site::Tool& tool) {
  json::object object = {
      {"name", tool.name},
      {"title", tool.title},
      {"description", tool.description},
      {"inputSchema", json::parse(tool.input_schema)},
      {"annotations", json::object{{"readOnlyHint", true}, {"destructiveHint", false}, {"openWorldHint", false}}}};
  if (tool.is_gated) {
    object["_meta"] =
        json::object{{"authentication", json::object{{"type", "oauth2"}, {"scopes", json::array{oauth::kScope}}}}};
  }
  return object;
}

json::array tool_array() {
  json::array tools;
  for (const auto& tool : site::browser_tools()) tools.push_back(tool_object(tool));
  return tools;
}

std::string description_of(const HostView& view) {
  return "WebMCP tools that the pages of " + view.base_url() +
         " register in the browser. There is no remote MCP server: open a page in a browser with WebMCP, or call the "
         "HTTP API that /openapi.json describes.";
}

json::object manifest(const HostView& view) {
  const std::string title = view.content.site.title + " - site tools (WebMCP)";
  json::object object = {
      {"$schema", kSchema},
      {"version", "1.0"},
      {"protocolVersion", kProtocolVersion},
      {"serverInfo", json::object{{"name", kServerName}, {"title", title}, {"version", kApiVersion}}},
      {"description", description_of(view)}};
  if (view.settings.has_pages) object["iconUrl"] = view.url(kIconPath);
  object["documentationUrl"] = view.url(kAgentsMdPath);
  object["transport"] = json::object{{"type", kWebMcpUri}, {"endpoint", view.url(tools_path(view))}};
  object["capabilities"] = json::object{{"tools", json::object{{"listChanged", false}}}};
  object["authentication"] = json::object{{"required", false}, {"schemes", json::array{"oauth2"}}};
  object["instructions"] =
      "Use get_site_overview first. Every tool only reads. get_full_profile registers an anonymous client and gets a "
      "token by itself.";
  object["tools"] = tool_array();
  return object;
}

}  // namespace

Rendered render_mcp_manifest(const HostView& view) {
  return {std::string(kMcpManifestPath), std::string(kJsonType), pretty_json(manifest(view))};
}

Rendered render_mcp_server_card(const HostView& view) {
  json::object card = {{"name", kServerName}};
  for (const auto& [name, value] : manifest(view)) card[name] = value;
  card["serverUrl"] = view.url(tools_path(view));
  return {std::string(kMcpServerCardPath), std::string(kJsonType), pretty_json(card)};
}

}  // namespace agent_access::discovery
