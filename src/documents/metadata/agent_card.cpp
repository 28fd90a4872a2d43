#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "content/mcp_revisions.hpp"
#include "content/tools.hpp"
#include "documents/metadata/metadata.hpp"
#include "documents/paths.hpp"
#include "jose/json_signature.hpp"
#include "json/json_text.hpp"
#include "oauth/key_schedule.hpp"
#include "oauth/types.hpp"

namespace agent_access::documents {

namespace {

namespace bj = boost::json;

constexpr std::string_view kSchemeName = "oauth2";
constexpr std::string_view kSchemeText = "Anonymous client_credentials; see /auth.md.";

std::string card_name(const HostView& view) { return view.content.site.title + " - site agent interface"; }

std::string card_description(const HostView& view) {
  return "Public data of " + view.content.site.owner.name +
         ", and one extended profile protected by OAuth 2.0. The skills are WebMCP tools that the site registers in "
         "the browser" +
         (view.settings.mcp.is_enabled ? ", and tools of its MCP endpoint" : "") +
         "; no A2A JSON-RPC, gRPC or HTTP+JSON endpoint is offered.";
}

bj::array tags_of(std::string_view words) {
  bj::array tags;
  while (!words.empty()) {
    const auto end = std::min(words.find(' '), words.size());
    if (end != 0) tags.emplace_back(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return tags;
}

bj::object skill_of(const content::Tool& tool) {
  return {{"id", tool.name}, {"name", tool.title}, {"description", tool.description}, {"tags", tags_of(tool.tags)}};
}

bj::object flows_of(const HostView& view) {
  bj::object scopes;
  for (const auto& scope : scopes_of(view.settings)) scopes[scope.name] = scope.meaning;
  return {{"clientCredentials", bj::object{{"tokenUrl", view.url(kTokenPath)}, {"scopes", std::move(scopes)}}}};
}

/// Adds the members that both cards have after their own first ones.
void add_common(bj::object& card, const HostView& view) {
  card["provider"] = bj::object{{"organization", view.content.site.owner.name},
                                {"url", view.url(view.settings.has_pages ? "/" : kAgentsMdPath)}};
  card["version"] = kApiVersion;
  card["documentationUrl"] = view.url(kAgentsMdPath);
  if (view.settings.has_pages) card["iconUrl"] = view.url(kIconPath);
}

void add_modes(bj::object& card) {
  card["defaultInputModes"] = bj::array{kJsonType};
  card["defaultOutputModes"] = bj::array{kJsonType};
}

bj::array skills_of_1_0() {
  bj::array skills;
  for (const auto& tool : content::browser_tools()) {
    bj::object skill = skill_of(tool);
    if (tool.is_gated) {
      const bj::object scopes = {{"list", bj::array{oauth::kScope}}};
      skill["securityRequirements"] = bj::array{bj::object{{"schemes", bj::object{{kSchemeName, scopes}}}}};
    }
    skills.push_back(std::move(skill));
  }
  return skills;
}

bj::object endpoint(const HostView& view, std::string_view name, std::string_view type, std::string_view method,
                    std::string_view path, std::string_view description) {
  return {{"name", name}, {"type", type}, {"method", method}, {"url", view.url(path)}, {"description", description}};
}

/// The name is the path without the slashes at its ends; a gate has its first method.
bj::object gated_endpoint(const HostView& view, const GatedResource& resource) {
  const std::string_view path = resource.path.substr(1);
  const std::string_view name = path.ends_with('/') ? path.substr(0, path.size() - 1) : path;
  const bool has_methods = resource.gate != nullptr && !resource.gate->methods.empty();
  std::string text(resource.title);
  if (!resource.description.empty()) text.append(": ").append(resource.description);
  text.append(text.ends_with('.') ? "" : ".").append(" OAuth 2.0 scope ").append(resource.scope).append(".");
  return endpoint(view, name, "rest", has_methods ? resource.gate->methods.front() : "GET", resource.path, text);
}

bj::array endpoints_of(const HostView& view) {
  bj::array endpoints = {
      endpoint(view, "full-profile", "rest", "GET", oauth::kProfilePath,
               "Extended profile; OAuth 2.0 scope read:extended."),
      endpoint(view, "register", "rest", "POST", kRegisterPath, "Anonymous client registration."),
      endpoint(view, "token", "rest", "POST", kTokenPath, "OAuth 2.0 token endpoint, client_credentials.")};
  for (const auto& [document, listing] : listed_in(view, List::agent_endpoints)) {
    endpoints.push_back(endpoint(view, listing.title, listing.type, "GET", document.path, listing.text));
  }
  for (const auto& resource : gated_resources(view.settings)) {
    endpoints.push_back(gated_endpoint(view, resource));
  }
  if (view.settings.mcp.is_enabled) {
    endpoints.push_back(endpoint(view, "mcp", "mcp", "POST", kMcpPath, "The tools over MCP, Streamable HTTP."));
  }
  endpoints.push_back(endpoint(view, "webmcp", "webmcp", "GET", view.tools_path(), "Registers the WebMCP tools."));
  return endpoints;
}

bj::object card_of(const HostView& view) {
  bj::object card = {{"name", card_name(view)}, {"description", card_description(view)}};
  bj::array interfaces = {
      bj::object{{"url", view.url(view.tools_path())}, {"protocolBinding", kWebMcpUri}, {"protocolVersion", "1.0"}}};
  if (view.settings.mcp.is_enabled) {
    interfaces.push_back(bj::object{
        {"url", view.url(kMcpPath)}, {"protocolBinding", kMcpUri}, {"protocolVersion", content::kCurrentMcpRevision}});
  }
  card["supportedInterfaces"] = std::move(interfaces);
  add_common(card, view);
  card["capabilities"] = bj::object{{"streaming", false}, {"pushNotifications", false}, {"extendedAgentCard", false}};
  card["securitySchemes"] = bj::object{
      {kSchemeName,
       bj::object{{"oauth2SecurityScheme", bj::object{{"description", kSchemeText},
                                                      {"flows", flows_of(view)},
                                                      {"oauth2MetadataUrl", view.url(kAuthorizationServerPath)}}}}}};
  add_modes(card);
  card["skills"] = skills_of_1_0();
  return card;
}

}  // namespace

std::string render_agent_card(const HostView& view) { return json::pretty_json(card_of(view)); }

std::string render_signed_agent_card(const HostView& view, const oauth::KeySchedule& keys) {
  bj::object card = card_of(view);
  const oauth::ScheduledKey& signing = keys.signing_key();
  const auto signature = jose::sign_json(card, signing.key, signing.key_id.text(), view.url(kJwksPath));
  if (signature) {
    card["signatures"] =
        bj::array{bj::object{{"protected", signature->protected_header}, {"signature", signature->signature}}};
  }
  return json::pretty_json(card);
}

std::string render_agent_manifest(const HostView& view) {
  bj::object card = {{"protocolVersion", "0.2.6"},
                     {"name", card_name(view)},
                     {"description", card_description(view)},
                     {"url", view.url(view.tools_path())},
                     {"preferredTransport", kWebMcpUri}};
  add_common(card, view);
  card["capabilities"] =
      bj::object{{"streaming", false}, {"pushNotifications", false}, {"stateTransitionHistory", false}};
  card["supportsAuthenticatedExtendedCard"] = false;
  card["securitySchemes"] = bj::object{
      {kSchemeName, bj::object{{"type", "oauth2"}, {"description", kSchemeText}, {"flows", flows_of(view)}}}};
  add_modes(card);
  bj::array skills;
  for (const auto& tool : content::browser_tools()) skills.push_back(skill_of(tool));
  card["skills"] = std::move(skills);
  card["endpoints"] = endpoints_of(view);
  return json::pretty_json(card);
}

}  // namespace agent_access::documents
