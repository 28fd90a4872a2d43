#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <utility>

#include "base/ascii.hpp"
#include "base/base_url.hpp"
#include "json/json_text.hpp"
#include "site/content/tools.hpp"
#include "site/documents/metadata.hpp"
#include "site/documents/paths.hpp"
#include "site/templates/template.hpp"
#include "site/templates/text.hpp"

namespace agent_access::documents {

namespace {

namespace bj = boost::json;

/// An owner's name in a query is cut to this length.
constexpr std::size_t kLongestName = 100;

/// The MCP server in the table of documents; its URN ends with its name.
constexpr std::string_view kMcpResource = "mcp:server";

/// An entry of the AI catalog that is also in ARD; templates/metadata/ard-queries.json has its queries.
struct ArdResource {
  std::string_view name;
  std::string_view type = {};  ///< instead of that of the AI catalog
  bool has_tools = false;      ///< `capabilities` are the names of the browser tools
};

constexpr auto kArdResources = std::to_array<ArdResource>({
    {.name = "agent:site", .has_tools = true},
    {.name = kMcpResource, .has_tools = true},
    {.name = "skill:read-site-profile", .type = R"(text/markdown; profile="urn:air:agent-skills")"},
});

constexpr Listing kCatalogListing = {.title = "AI catalog",
                                     .text =
                                         "All descriptions of this site for software, also the OpenAPI description "
                                         "and the API catalog.",
                                     .type = kAiCatalogType,
                                     .name = "catalog:site"};

/// The URN of a resource of the publisher.
std::string urn_of(const HostView& view, std::string_view name) {
  std::string urn = "urn:air:" + publisher_of(view.settings) + ":";
  if (name != kMcpResource) return urn.append(name);
  const std::string of_server = mcp_identity(view.settings, view.content.site).name;
  return urn.append("mcp:").append(of_server, of_server.find('/') + 1);
}

/// The owner's own OpenAPI document of a gate.
bj::object gate_entry(const HostView& view, const GatedResource& resource) {
  std::string text(resource.description);
  text.append(text.empty() ? "" : " ").append("Needs a token with the scope ").append(resource.scope).append(".");
  return {{"identifier", urn_of(view, "api:gate-" + hyphenated(resource.path))},
          {"displayName", view.content.site.title + " - " + std::string(resource.title)},
          {"description", std::move(text)},
          {"type", "application/vnd.oai.openapi+json"},
          {"url", openapi_url_of(view, *resource.gate)}};
}

/// The members of a catalog before its entries.
bj::object catalog_head(const HostView& view) {
  return {{"specVersion", "1.0"},
          {"host", bj::object{{"displayName", view.content.site.title},
                              {"identifier", publisher_of(view.settings)},
                              {"documentationUrl", view.url(kAgentsMdPath)}}}};
}

/// The entry of a document: identifier, display name, description, type and URL. `listing` as in List::ai_catalog.
bj::object catalog_entry(const HostView& view, std::string_view path, const Listing& listing) {
  return {{"identifier", urn_of(view, listing.name)},
          {"displayName", view.content.site.title + " - " + std::string(listing.title)},
          {"description", listing.text},
          {"type", listing.type},
          {"url", view.url(path)}};
}

/// The queries of each entry, by its name in the catalog.
bj::object queries_of(const content::Site& site) {
  return templates::filled_object("metadata/ard-queries.json",
                                  templates::View()
                                      .set("name", templates::clipped(site.owner.name, kLongestName))
                                      .set("has_publications", !site.publications.empty())
                                      .set("has_projects", !site.projects.empty())
                                      .set("has_cv", site.cv.has_value()));
}

bj::array tool_names() {
  bj::array names;
  for (const auto& tool : content::browser_tools()) names.emplace_back(tool.name);
  return names;
}

bj::object ard_entry(const HostView& view, const Listed& listed, const ArdResource& resource) {
  auto entry = catalog_entry(view, listed.document.path, listed.listing);
  if (!resource.type.empty()) entry["type"] = resource.type;
  if (resource.has_tools) entry["capabilities"] = tool_names();
  return entry;
}

}  // namespace

std::string publisher_of(const content::Settings& settings) {
  std::string publisher = base::host_and_port(settings.base_urls.front()).host;
  if (publisher.starts_with('[')) publisher = publisher.substr(1, publisher.size() - 2);
  std::ranges::replace(publisher, ':', '-');
  return publisher;
}

std::string hyphenated(std::string_view text) {
  std::string name;
  for (const char c : text) {
    const bool is_plain = base::is_alphanumeric(c);
    if (is_plain) name += c;
    if (!is_plain && !name.empty() && name.back() != '-') name += '-';
  }
  if (name.ends_with('-')) name.pop_back();
  return name;
}

std::string render_ai_catalog(const HostView& view) {
  bj::array entries;
  for (const auto& [document, listing] : listed_in(view, List::ai_catalog)) {
    entries.push_back(catalog_entry(view, document.path, listing));
  }
  for (const auto& resource : gated_resources(view.settings)) {
    if (resource.gate != nullptr && !resource.gate->openapi.empty()) entries.push_back(gate_entry(view, resource));
  }
  bj::object document = catalog_head(view);
  document["entries"] = std::move(entries);
  return json::pretty_json(document);
}

std::string render_ard_manifest(const HostView& view) {
  const bj::object queries = queries_of(view.content.site);
  bj::array entries;
  for (const auto& listed : listed_in(view, List::ai_catalog)) {
    const auto* const resource = std::ranges::find(kArdResources, listed.listing.name, &ArdResource::name);
    if (resource == kArdResources.end()) continue;
    bj::object entry = ard_entry(view, listed, *resource);
    entry["representativeQueries"] = queries.at(resource->name);
    entries.push_back(std::move(entry));
  }
  bj::object catalog = catalog_entry(view, kAiCatalogPath, kCatalogListing);
  catalog["representativeQueries"] = queries.at(kCatalogListing.name);
  entries.push_back(std::move(catalog));
  bj::object document = catalog_head(view);
  document["entries"] = std::move(entries);
  return json::pretty_json(document);
}

}  // namespace agent_access::documents
