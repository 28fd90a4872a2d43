/// \file
/// Descriptions of the service and its tools as JSON: OAuth metadata, JWK Set, agent cards, catalogs. Thread safe, no
/// I/O.
#pragma once

#include <boost/json/array.hpp>
#include <string>
#include <string_view>

#include "documents/gated_resources.hpp"
#include "documents/host_view.hpp"

namespace agent_access::documents {

// --- oauth_metadata.cpp: RFC 8414 (authorization server) and RFC 9728 (protected resource; section 3.1 defines the
// form of the path). Rendered for each host, because issuer and resource must match the requested URL. ---

/// /.well-known/oauth-authorization-server. authorization_endpoint and the empty
/// response_types_supported are included because widely used clients refuse metadata without them; claim_uri because
/// scanners require it with anonymous registration.
[[nodiscard]] std::string render_authorization_server(const HostView& view);

/// /.well-known/openid-configuration, for clients that request that by default (RFC 8414 section 5): the same, with the
/// two members without which parsers of OpenID Connect Discovery 1.0 (section 3) refuse a document. OpenID Connect is
/// not supported.
[[nodiscard]] std::string render_openid_configuration(const HostView& view);

/// /.well-known/oauth-protected-resource, resource = base URL: the document to which the challenge of the profile
/// refers. Names all scopes, because the base URL stands for the whole service.
[[nodiscard]] std::string render_protected_resource(const HostView& view);

/// The same path followed by the path of the profile; resource = URL of the profile.
[[nodiscard]] std::string render_protected_profile(const HostView& view);

/// The same path followed by the path of the MCP endpoint; resource = URL of the endpoint.
[[nodiscard]] std::string render_protected_mcp(const HostView& view);

/// The metadata of a gated document or a gate, which differ in the path alone: `before_path`, the path, `after_path`.
/// NOT checked: that the path needs no escape in JSON; content::is_normal_path says so.
struct ResourceText {
  std::string before_path;
  std::string after_path;

  [[nodiscard]] std::string with(std::string_view path) const;
};

/// `scopes_supported` is the one scope that opens the resource: clients request what this list has.
[[nodiscard]] ResourceText gated_metadata(const HostView& view, const GatedResource& resource);

/// The public keys of the tokens as a JWK Set, RFC 7517 section 5: every key of the schedule, in its order, public
/// members only. Equal on every host and replica.
[[nodiscard]] std::string render_jwks(const oauth::KeySchedule& keys);

// --- agent_card.cpp: the two cards of the A2A protocol. The skills are the browser tools; there is no A2A endpoint, so
// the protocol binding of the interface is WebMCP (A2A 1.0 section 5.8 allows any URI). ---

/// /.well-known/agent-card.json, A2A 1.0.
[[nodiscard]] std::string render_agent_card(const HostView& view);

/// /.well-known/agent.json: a card of A2A 0.2.6, valid for 0.3.0 too, with a list of endpoints, which other readers
/// expect.
[[nodiscard]] std::string render_agent_manifest(const HostView& view);

// --- mcp_manifest.cpp: the browser tools in the form of an MCP server card, and the MCP endpoint, if it is enabled, as
// its remote. The transport is WebMCP, and there is no top-level `endpoint`, to which a client would post JSON-RPC. ---

/// What the server card, mcp.json and `initialize` say alike about the MCP server.
struct McpIdentity {
  std::string name;   ///< "com.example.www/robin-example": of the canonical host and the title; at most 200 characters
  std::string title;  ///< at most 100 characters, like the description
  std::string description;
};
[[nodiscard]] McpIdentity mcp_identity(const content::Settings& settings, const content::Site& site);

/// The browser tools as MCP lists them.
[[nodiscard]] boost::json::array tool_array();

/// /.well-known/mcp.json.
[[nodiscard]] std::string render_mcp_manifest(const HostView& view);

/// /mcp/server-card and /.well-known/mcp/server-card.json: a server card of SEP-2127, of 24 July 2026, which allows
/// further members: those of the manifest, and `serverUrl` (the page that registers the tools), for older readers.
[[nodiscard]] std::string render_mcp_server_card(const HostView& view);

// --- api_catalog.cpp, ai_catalog.cpp ---

/// The canonical host without its port; an IPv6 address with hyphens. The publisher in the URNs of the catalog.
[[nodiscard]] std::string publisher_of(const content::Settings& settings);

/// "/data/v1/" as "data-v1": letters, digits and hyphens only.
[[nodiscard]] std::string hyphenated(std::string_view text);

/// /.well-known/api-catalog: RFC 9727 in the Linkset format of RFC 9264, with relations of RFC 8631. The Link field
/// that section 2 of RFC 9727 requires for HEAD is part of every response.
[[nodiscard]] std::string render_api_catalog(const HostView& view);

/// /.well-known/ai-catalog.json: an AI Catalog (specVersion 1.0) of the documents for agents.
[[nodiscard]] std::string render_ai_catalog(const HostView& view);

/// /.well-known/ard.json: the manifest of Agentic Resource Discovery (ARD 0.9 and 0.91), from which search services for
/// agents build their index. It has the entries of the AI catalog whose media types ARD defines, each with
/// representative queries, and the AI catalog itself for all others. Queries name only what the site has: without
/// publications, no query asks for one.
[[nodiscard]] std::string render_ard_manifest(const HostView& view);

}  // namespace agent_access::documents
