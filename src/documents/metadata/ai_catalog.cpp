#include "documents/metadata/ai_catalog.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <utility>

#include "documents/paths.hpp"
#include "json/pretty_json.hpp"

namespace agent_access::documents {

namespace {

namespace bj = boost::json;

/// The server card where the MCP endpoint is enabled.
constexpr std::string_view kEndpointText =
    "The MCP endpoint and its tools with their inputs; pages register the same tools in browsers (WebMCP).";

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

}  // namespace

bj::object catalog_head(const HostView& view) {
  return {{"specVersion", "1.0"},
          {"host", bj::object{{"displayName", view.content.site.title},
                              {"identifier", publisher_of(view)},
                              {"documentationUrl", view.url(kAgentsMdPath)}}}};
}

bj::object catalog_entry(const HostView& view, std::string_view path, const Listing& listing) {
  const bool is_of_endpoint = view.settings.mcp.is_enabled && path == kMcpServerCardPath;
  const std::string_view text = is_of_endpoint ? kEndpointText : listing.text;
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
  bj::object document = catalog_head(view);
  document["entries"] = std::move(entries);
  return json::pretty_json(document);
}

}  // namespace agent_access::documents
