#include "site/documents/mcp_manifest.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <ranges>

#include "base/ascii.hpp"
#include "json/json_text.hpp"
#include "oauth/types.hpp"
#include "site/content/static_file.hpp"
#include "site/content/tools.hpp"
#include "site/documents/catalogs.hpp"
#include "site/documents/paths.hpp"
#include "site/documents/settings_view.hpp"
#include "site/templates/template.hpp"
#include "site/templates/text.hpp"

namespace agent_access::documents {
namespace {

namespace bj = boost::json;

constexpr std::string_view kCardSchema = "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json";
/// Of SEP-2127 and of the registry; a name has at most 200 characters.
constexpr std::size_t kLongestText = 100;
constexpr std::size_t kLongestHost = 150;
constexpr std::size_t kLongestSlug = 49;

/// "com.example.www" for "www.example.com"; an address as it is. The labels nearest to the top are kept if it is too
/// long.
std::string reversed_host(const std::string& host) {
  const auto top = host.substr(host.rfind('.') + 1);
  if (std::ranges::all_of(top, base::is_digit) || top == host) return host;
  std::string name;
  for (const auto part : std::views::split(host, '.')) {
    const std::string label(part.begin(), part.end());
    name = name.empty() ? label : label + "." + name;
  }
  return name.size() <= kLongestHost ? name : name.substr(0, name.rfind('.', kLongestHost));
}

/// A title without letters of ASCII has none of its own. The registry wants two characters, the last no hyphen.
std::string slug_of(std::string_view title) {
  const std::string slug = hyphenated(base::lower_case(hyphenated(title)).substr(0, kLongestSlug));
  return slug.size() < 2 ? "site" : slug;
}

/// The icon of the site on this host; none without pages.
bj::array icons_of(const HostView& view) {
  if (!view.settings.has_pages) return {};
  const std::string& own = view.content.site.design.favicon;
  const std::string path = own.empty() ? std::string(kIconPath) : own;
  const std::string_view type = content::media_type_of(path);
  bj::object icon = {{"src", view.url(path)}, {"mimeType", type}};
  if (type == "image/svg+xml") icon["sizes"] = bj::array{"any"};
  return {icon};
}

/// The client of an MCP endpoint gets the token; on pages the tool does.
std::string description_of(const content::Tool& tool, const McpIdentity& identity) {
  if (!tool.is_gated || identity.guide.empty()) return std::string(tool.description);
  return std::string(tool.over_mcp).append(" ").append(identity.guide);
}

bj::object tool_object(const content::Tool& tool, const McpIdentity& identity) {
  bj::object object = {
      {"name", tool.name},
      {"title", tool.title},
      {"description", description_of(tool, identity)},
      {"inputSchema", tool.input_schema},
      {"outputSchema", tool.output_schema},
      {"annotations",
       {{"readOnlyHint", true}, {"destructiveHint", false}, {"idempotentHint", true}, {"openWorldHint", false}}}};
  // Every tool has the icon of the site, here in short: lists of tools are what models read.
  if (!identity.icons.empty()) object["icons"] = bj::array{{{"src", identity.icons.front().at("src")}}};
  if (tool.is_gated) {
    object["_meta"] =
        bj::object{{"authentication", bj::object{{"type", "oauth2"}, {"scopes", bj::array{oauth::kScope}}}}};
  }
  return object;
}

bj::object manifest(const HostView& view, const McpIdentity& identity) {
  return templates::filled_object(
      "metadata/mcp.json",
      settings_view(view)
          .set("name", identity.name)
          .set("title", view.content.site.title)
          .set("version", kApiVersion)
          .set("webmcp", kWebMcpUri)
          .set("revisions", bj::serialize(bj::array(documents::kMcpRevisions.begin(), documents::kMcpRevisions.end())))
          .set("current", kMcpRevisions.front())
          .set("icons", bj::serialize(identity.icons))
          .set("tools", bj::serialize(tool_array(identity))));
}

}  // namespace

McpIdentity mcp_identity(const HostView& view) {
  const content::Site& site = view.content.site;
  const std::string text = !site.tagline.empty() ? site.tagline
                           : view.settings.has_profile
                               ? "Content, questions, contact and extended profile of " + site.title
                               : "Content, questions and contact of " + site.title;
  return {.name = reversed_host(publisher_of(view.settings)) + "/" + slug_of(site.title),
          .title = templates::clipped_at_word(site.title, kLongestText),
          .description = templates::clipped_at_word(text, kLongestText),
          .icons = icons_of(view),
          .has_profile = view.settings.has_profile,
          .guide = view.settings.mcp.is_enabled ? view.issuer() + std::string(kAuthMdPath) : std::string()};
}

bj::array tool_array(const McpIdentity& identity) {
  bj::array tools;
  for (const auto& tool : content::browser_tools(identity.has_profile)) tools.push_back(tool_object(tool, identity));
  return tools;
}

std::string render_mcp_manifest(const HostView& view) { return json::pretty_json(manifest(view, mcp_identity(view))); }

std::string render_mcp_server_card(const HostView& view) {
  const McpIdentity identity = mcp_identity(view);
  bj::object card = {{"$schema", kCardSchema},  {"name", identity.name},
                     {"title", identity.title}, {"description", identity.description},
                     {"version", kApiVersion},  {"websiteUrl", view.base_url()}};
  if (!identity.icons.empty()) card["icons"] = identity.icons;
  for (const auto& member : manifest(view, identity)) card.insert(member);
  card.erase("iconUrl");  // the older name of `icons`
  card["serverUrl"] = view.url(view.tools_path());
  return json::pretty_json(card);
}

}  // namespace agent_access::documents
