#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>

#include "content/mcp_revisions.hpp"
#include "content/tools.hpp"
#include "documents/metadata/metadata.hpp"
#include "documents/paths.hpp"
#include "json/pretty_json.hpp"
#include "oauth/types.hpp"

namespace agent_access::documents {

namespace {

namespace bj = boost::json;

/// The MCP revision whose data types the tools follow in the browser; not one that the endpoint answers.
constexpr std::string_view kProtocolVersion = "2025-11-25";
constexpr std::string_view kHttpTransport = "streamable-http";
constexpr std::string_view kBrowserInstructions =
    "Use get_site_overview first. Every tool only reads. get_full_profile registers an anonymous client and gets a "
    "token by itself.";
constexpr std::string_view kEndpointInstructions =
    "Use get_site_overview first. Every tool only reads. get_full_profile needs an access token at the endpoint; in "
    "the browser it gets one by itself.";
constexpr std::string_view kSchema = "https://static.modelcontextprotocol.io/schemas/mcp-server-card/v1.json";
constexpr std::string_view kServerName = "site-webmcp-tools";

bj::object tool_object(const content::Tool& tool) {
  bj::object object = {
      {"name", tool.name},
      {"title", tool.title},
      {"description", tool.description},
      {"inputSchema", bj::parse(tool.input_schema)},
      {"annotations", bj::object{{"readOnlyHint", true}, {"destructiveHint", false}, {"openWorldHint", false}}}};
  if (tool.is_gated) {
    object["_meta"] =
        bj::object{{"authentication", bj::object{{"type", "oauth2"}, {"scopes", bj::array{oauth::kScope}}}}};
  }
  return object;
}

std::string description_of(const HostView& view) {
  if (view.settings.mcp.is_enabled) {
    return "Tools of " + view.base_url() + " over MCP at " + view.url(kMcpPath) +
           ". Its pages register the same tools in the browser (WebMCP).";
  }
  return "WebMCP tools that the pages of " + view.base_url() +
         " register in the browser. There is no remote MCP server: open a page in a browser with WebMCP, or call the "
         "HTTP API that /openapi.json describes.";
}

/// The endpoint; `transport` stays that of the tools in the browser, which this document describes.
bj::array remotes_of(const HostView& view) {
  return {bj::object{
      {"type", kHttpTransport},
      {"url", view.url(kMcpPath)},
      {"supportedProtocolVersions", bj::array(content::kMcpRevisions.begin(), content::kMcpRevisions.end())}}};
}

bj::object manifest(const HostView& view) {
  const std::string title = view.content.site.title + " - site tools (WebMCP)";
  bj::object object = {{"$schema", kSchema},
                       {"version", "1.0"},
                       {"protocolVersion", kProtocolVersion},
                       {"serverInfo", bj::object{{"name", kServerName}, {"title", title}, {"version", kApiVersion}}},
                       {"description", description_of(view)}};
  if (view.settings.has_pages) object["iconUrl"] = view.url(kIconPath);
  object["documentationUrl"] = view.url(kAgentsMdPath);
  object["transport"] = bj::object{{"type", kWebMcpUri}, {"endpoint", view.url(view.tools_path())}};
  if (view.settings.mcp.is_enabled) object["remotes"] = remotes_of(view);
  object["capabilities"] = bj::object{{"tools", bj::object{{"listChanged", false}}}};
  object["authentication"] = bj::object{{"required", false}, {"schemes", bj::array{"oauth2"}}};
  object["instructions"] = view.settings.mcp.is_enabled ? kEndpointInstructions : kBrowserInstructions;
  object["tools"] = tool_array();
  return object;
}

}  // namespace

bj::array tool_array() {
  bj::array tools;
  for (const auto& tool : content::browser_tools()) tools.push_back(tool_object(tool));
  return tools;
}

std::string render_mcp_manifest(const HostView& view) { return json::pretty_json(manifest(view)); }

std::string render_mcp_server_card(const HostView& view) {
  bj::object card = {{"name", kServerName}};
  for (const auto& [name, value] : manifest(view)) card[name] = value;
  card["serverUrl"] = view.url(view.tools_path());
  return json::pretty_json(card);
}

}  // namespace agent_access::documents
