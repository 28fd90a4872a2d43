#include "documents/metadata/ai_catalog.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <utility>

#include "base/ascii.hpp"
#include "documents/gated_resources.hpp"
#include "documents/paths.hpp"
#include "json/pretty_json.hpp"

namespace agent_access::documents {

namespace {

namespace bj = boost::json;

/// What the server card is where the MCP endpoint is enabled.
std::string endpoint_text(const HostView& view) {
  return "The MCP endpoint " + view.url(kMcpPath) +
         " and its tools with their inputs; pages register the same tools in browsers (WebMCP).";
}

/// The publisher in the URNs of the catalog: the canonical host without its port; an IPv6 address with hyphens.
std::string publisher_of(const HostView& view) {
  std::string_view host = view.settings.base_urls.front().text();
  host.remove_prefix(host.find("://") + 3);
  const bool is_ipv6 = host.starts_with('[');
  host = is_ipv6 ? host.substr(1, host.find(']') - 1) : host.substr(0, host.find(':'));
  std::string publisher(host);
  for (char& c : publisher) {
    if (c == ':') c = '-';
  }
  return publisher;
}

/// "/data/v1/" as "data-v1": letters, digits and hyphens only.
std::string name_of(std::string_view prefix) {
  std::string name;
  for (const char c : prefix) {
    const bool is_plain = base::is_alphanumeric(c);
    if (is_plain) name += c;
    if (!is_plain && !name.empty() && name.back() != '-') name += '-';
  }
  if (name.ends_with('-')) name.pop_back();
  return name;
}

/// The owner's own OpenAPI document of a gate.
bj::object gate_entry(const HostView& view, const GatedResource& resource) {
  std::string text(resource.description);
  text.append(text.empty() ? "" : " ").append("Needs a token with the scope ").append(resource.scope).append(".");
  return {{"identifier", "urn:air:" + publisher_of(view) + ":api:gate-" + name_of(resource.path)},
          {"displayName", view.content.site.title + " - " + std::string(resource.title)},
          {"description", std::move(text)},
          {"type", "application/vnd.oai.openapi+json"},
          {"url", openapi_url_of(view, *resource.gate)}};
}

}  // namespace

bj::object catalog_head(const HostView& view) {
  return {{"specVersion", "1.0"},
          {"host", bj::object{{"displayName", view.content.site.title},
                              {"identifier", publisher_of(view)},
                              {"documentationUrl", view.url(kAgentsMdPath)}}}};
}

bj::object catalog_entry(const HostView& view, std::string_view path, const Listing& listing) {
  const bool is_of_endpoint = view.settings.mcp.is_enabled && path == kMcpServerCardPath;
  const std::string text = is_of_endpoint ? endpoint_text(view) : std::string(listing.text);
  return {{"identifier", "urn:air:" + publisher_of(view) + ":" + std::string(listing.name)},
          {"displayName", view.content.site.title + " - " + std::string(listing.title)},
          {"description", text},
          {"type", listing.type},
          {"url", view.url(path)}};
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

}  // namespace agent_access::documents
