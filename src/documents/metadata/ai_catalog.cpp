#include "documents/metadata/ai_catalog.hpp"

#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "documents/metadata/agent_skills.hpp"
#include "documents/paths.hpp"
#include "json/pretty_json.hpp"

namespace agent_access::documents {

namespace {

namespace bj = boost::json;

/// The publisher of the catalogue's URNs: the canonical host without its port; an IPv6 address with hyphens.
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

struct Artefact {
  std::string_view name;  ///< namespace and name of its URN
  std::string_view type;
  std::string_view path;
  std::string_view title;
  std::string_view description;
};

bj::object entry_of(const HostView& view, const std::string& publisher, const Artefact& artefact) {
  return {{"identifier", "urn:air:" + publisher + ":" + std::string(artefact.name)},
          {"displayName", view.content.site.title + " - " + std::string(artefact.title)},
          {"description", artefact.description},
          {"type", artefact.type},
          {"url", view.url(artefact.path)}};
}

}  // namespace

Rendered render_ai_catalog(const HostView& view) {
  const std::array<Artefact, 5> artefacts = {{
      {"agent:site", "application/a2a-agent-card+json", kAgentCardPath, "agent card",
       "The site's browser tools as skills of an A2A agent card; no A2A endpoint."},
      {"mcp:site-webmcp-tools", "application/mcp-server-card+json", kMcpServerCardPath, "browser tools",
       "The WebMCP tools that the pages register, with their inputs; no remote MCP server."},
      {"skill:read-site-profile", "application/agent-skills+md", kSkillPath, "skill",
       "How to read the public data and the extended profile of this site."},
      {"api:agent-access", "application/vnd.oai.openapi+json", kOpenapiPath, "Agent Access API",
       "OpenAPI 3.1 description of registration, token and extended profile."},
      {"api:catalog", "application/linkset+json", kApiCatalogPath, "API catalog",
       "RFC 9727 catalog of the endpoints and their documents."},
  }};
  const std::string publisher = publisher_of(view);
  bj::array entries;
  for (const auto& artefact : artefacts) entries.push_back(entry_of(view, publisher, artefact));
  const bj::object document = {{"specVersion", "1.0"},
                               {"host", bj::object{{"displayName", view.content.site.title},
                                                   {"identifier", publisher},
                                                   {"documentationUrl", view.url(kAgentsMdPath)}}},
                               {"entries", std::move(entries)}};
  return {std::string(kAiCatalogPath), "application/ai-catalog+json", json::pretty_json(document)};
}

}  // namespace agent_access::documents
