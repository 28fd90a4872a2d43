// The statement of the protocol: each value that the service, the exported worker and the texts for clients share, once. C++ has "token_seconds" as
// protocol::kTokenSeconds (cmake/protocol.cmake), the worker as protocol.token_seconds, a template as a tag of that name. What stands between the
// braces is JSON with comments.
export const protocol = {
  // ---- Clients (RFC 7591)

  "client_name_characters": 200,
  // Beside client_name. The response repeats the first two, the others are ignored; to a request with any of them it has no nulls for what was not sent.
  "rfc7591_members": [
    "redirect_uris", "token_endpoint_auth_method", "grant_types", "response_types", "client_uri", "logo_uri", "scope", "contacts", "tos_uri",
    "policy_uri", "jwks_uri", "jwks", "software_id", "software_version"
  ],

  // ---- Tokens (RFC 6749, RFC 9068)

  "grant_type": "client_credentials",
  "scope": "read:extended",
  "required_parameters": ["grant_type", "client_id", "client_secret"],
  // Also when they are repeated (RFC 8707 section 2).
  "ignored_parameters": ["resource", "audience"],
  // Of POST /oauth/token: a request that several faults fit is refused for the first of them.
  "token_checks": [
    "foreign_host", "rate_limited_address", "method_not_allowed", "content_encoding", "unsupported_media_type", "duplicate_parameter",
    "unsupported_authorization", "malformed_basic", "mixed_authentication", "missing_grant_type", "unsupported_grant_type", "missing_client_id",
    "missing_client_secret", "invalid_client", "invalid_scope"
  ],
  "token_seconds": 900,
  "token_minutes": 15,
  "token_bytes": 4096,
  // How far ahead of our clock iat may be: the clocks of replicas differ.
  "clock_skew_seconds": 60,
  // A key is published and accepted this long after its last signature: a token's life and the skew.
  "retirement_seconds": 960,

  // ---- Derivation from the master secret. A label is never used again for something else.

  "secret_bytes": 32,
  // Forty times one letter has the length of a secret; 32 random bytes have fewer than ten different ones in no lifetime.
  "secret_different_bytes": 10,
  "derivation_salt": "agent-access",
  "client_secret_label": "agent-access/client-secret/v1",
  // Before "/GENERATION/EPOCH".
  "token_key_label": "agent-access/token-key/v1",

  // ---- Requests

  "read_methods": "GET, HEAD, OPTIONS",
  "post_methods": "POST, OPTIONS",
  // The response to OPTIONS *.
  "server_methods": "GET, HEAD, POST, OPTIONS",
  "form_type": "application/x-www-form-urlencoded",
  "json_depth": 8,
  // The path of a resource with its query, where a response repeats it.
  "resource_bytes": 1024,
  // No deployment has more proxies in a row; the limit bounds the work on a longer list.
  "most_hops": 32,
  // A proxy may take "_" for "-" in their names.
  "trusted_fields": ["content-length", "transfer-encoding", "x-forwarded-for", "host", "authorization"],
  "field_name_bytes": 256,
  // What caches may keep a document for, and clients of MCP a result.
  "fresh_seconds": 300,

  // ---- Rate limits

  // What is below these is counted, and a slash too many is not ignored.
  "api_prefixes": ["/oauth/", "/api/"],
  // Bits of a network of IPv6, and by how much its budget is larger. A /64 is the least that a provider assigns.
  "ipv6_levels": [[64, 1], [56, 4], [48, 16]],
  // What invalid credentials or an invalid token cost, beside the 1 of every request.
  "failure_surcharge": 4,

  // ---- MCP

  // The newest first; it is stateless, the others begin with "initialize".
  "mcp_revisions": ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"],
  // Answered, but not offered: it has another transport over HTTP, yet some clients ask for it at /mcp and leave if the answer is a newer one. Its
  // tools and resources have the form of later revisions.
  "mcp_tolerated_revision": "2024-11-05",
  "mcp_version_key": "io.modelcontextprotocol/protocolVersion",
  "mcp_capabilities_key": "io.modelcontextprotocol/clientCapabilities",
  "mcp_server_info_key": "io.modelcontextprotocol/serverInfo",
  // Objects and arrays around a value. Capabilities of clients are five deep.
  "mcp_depth": 16,
  "mcp_file_bytes": 1048576,

  // ---- The log: what it has at most of texts that a client chose

  "log_host_bytes": 96,
  "log_path_bytes": 160,
  "log_user_agent_bytes": 256,
  "log_client_name_bytes": 128,

  // ---- Paths of endpoints. Nothing at or below the places of programs is a page.

  "program_places": ["/api", "/oauth", "/.well-known"],
  "register_path": "/oauth/register",
  "token_path": "/oauth/token",
  "authorize_path": "/oauth/authorize",
  "profile_path": "/api/agent/full-profile",
  "mcp_path": "/mcp",
  // The same endpoint: users copy its address with a slash, and many clients lose their token in a redirect.
  "mcp_slash_path": "/mcp/",

  // ---- Paths of documents

  "auth_md_path": "/auth.md",
  "openapi_path": "/openapi.json",
  "authorization_server_path": "/.well-known/oauth-authorization-server",
  // What OpenID clients request by default (RFC 8414 section 5).
  "openid_configuration_path": "/.well-known/openid-configuration",
  "protected_resource_path": "/.well-known/oauth-protected-resource",
  "profile_resource_path": "/.well-known/oauth-protected-resource/api/agent/full-profile",
  "mcp_resource_path": "/.well-known/oauth-protected-resource/mcp",
  "jwks_path": "/.well-known/jwks.json",
  "api_catalog_path": "/.well-known/api-catalog",
  "ai_catalog_path": "/.well-known/ai-catalog.json",
  "ard_path": "/.well-known/ard.json",
  "agent_card_path": "/.well-known/agent-card.json",
  "agent_manifest_path": "/.well-known/agent.json",
  "skill_index_path": "/.well-known/agent-skills/index.json",
  "skill_path": "/.well-known/agent-skills/read-site-profile/SKILL.md",
  "mcp_manifest_path": "/.well-known/mcp.json",
  "mcp_server_card_path": "/.well-known/mcp/server-card.json",
  // The place that SEP-2127 reserves for the server card.
  "mcp_card_path": "/mcp/server-card",
  "site_path": "/api/site.json",
  "faq_path": "/ai/faq.json",
  "resume_path": "/resume.json",
  "bibliography_path": "/publications.bib",
  "llms_path": "/llms.txt",
  "llms_full_path": "/llms-full.txt",
  "agents_md_path": "/AGENTS.md",
  // What some clients request.
  "agents_md_alias": "/agents.md",
  "browser_tools_path": "/browser-tools.js",
  "robots_path": "/robots.txt",
  "sitemap_path": "/sitemap.xml",
  "icon_path": "/favicon.svg",
  // The same icon, for browsers and previews that request this path without reading the page.
  "old_icon_path": "/favicon.ico",
  // The page that is shown to people at unknown paths, as on static hosts.
  "not_found_path": "/404.html"
}
