#include "publish/document_table.hpp"

#include <array>

#include "documents/guides/agents_md.hpp"
#include "documents/guides/auth_md.hpp"
#include "documents/guides/llms_full.hpp"
#include "documents/guides/llms_txt.hpp"
#include "documents/metadata/agent_card.hpp"
#include "documents/metadata/agent_skills.hpp"
#include "documents/metadata/ai_catalog.hpp"
#include "documents/metadata/api_catalog.hpp"
#include "documents/metadata/ard_manifest.hpp"
#include "documents/metadata/jwks.hpp"
#include "documents/metadata/mcp_manifest.hpp"
#include "documents/metadata/oauth_metadata.hpp"
#include "documents/openapi/openapi.hpp"
#include "documents/paths.hpp"
#include "documents/site/crawlers.hpp"
#include "documents/site/faq_document.hpp"
#include "documents/site/site_data.hpp"
#include "pages/assets.hpp"

namespace agent_access::publish {

namespace {

using namespace documents;
using enum documents::List;

constexpr std::string_view kScriptType = "text/javascript; charset=utf-8";

/// A renderer that needs the view alone.
template <std::string (*render)(const HostView&)>
std::string from_view(const RenderInput& input) {
  return render(input.view);
}

std::string render_card(const RenderInput& input) {
  const bool is_signed = input.view.settings.conventions.card_signature;
  return is_signed ? render_signed_agent_card(input.view, input.keys) : render_agent_card(input.view);
}

constexpr auto kTable = std::to_array<DocumentRow>({
    // --- content of the site ---
    {.path = documents::kSitePath,
     .render = from_view<render_site_data>,
     .api = ApiOperation{1, "getSiteData", "Read the public site data",
                         "The owner, publications, projects and public CV. Open; needs no token.", "SiteData", nullptr,
                         "site"},
     .listings = {{{response_table, 1, "", "JSON, public site data"},
                   {site_resources, 1, "site"},
                   {llms_use, 1, "Site data",
                    "to answer questions about the owner, the public CV, publications and projects"},
                   {home_markdown, 1, "Site data", "everything on this site as JSON"},
                   {guide_data, 1},
                   {catalog_items, 1, "Public site data"},
                   {agent_endpoints, 1, "site-data", "Public site data.", "rest"},
                   {page_footer, 6, "site.json"}}}},
    {.path = kFaqPath,
     .render = from_view<render_faq_document>,
     .api = ApiOperation{2, "getFaq", "Read the questions and answers",
                         "What visitors and agents ask most. Open; needs no token.", "Faq", nullptr, "site"},
     .listings = {{{response_table, 2, "", "JSON, questions and answers"},
                   {site_resources, 2, "faq"},
                   {llms_use, 2, "FAQ", "for short answers about the owner and about access for agents"},
                   {home_markdown, 2, "FAQ", "questions and answers as JSON"},
                   {guide_data, 2},
                   {catalog_items, 2, "Questions and answers"},
                   {agent_endpoints, 2, "faq", "Questions and answers.", "rest"},
                   {page_footer, 7, "faq.json"}}}},
    // --- texts for agents ---
    {.path = kAuthMdPath,
     .media_type = kMarkdownType,
     .render = from_view<render_auth_md>,
     .link = {"canonical", kAuthMdPath},
     .api = ApiOperation{4, "getAuthGuide", "Read how an agent gets access",
                         "The flow step by step, with requests, responses and errors."},
     .listings = {{{response_table, 4, "", "Markdown, how to get a credential"},
                   {site_resources, 6, "auth"},
                   {llms_use, 3, "Extended profile", "before contacting the owner. {{profile_summary}}"},
                   {llms_authentication, 1, "auth.md", "register, get a token, read the profile"},
                   {home_markdown, 5, "auth.md",
                    "the way to the extended profile, `GET {{profile_path}}` with scope `{{scope}}`"},
                   {catalog_profile_doc, 1, "How to get a credential"},
                   {home_link_field, 3, "service-doc", "", "text/markdown"},
                   {page_footer, 3, "auth.md"}}}},
    {.path = kAgentsMdPath,
     .media_type = kMarkdownType,
     .render = from_view<render_agents_md>,
     .link = {"canonical", kAgentsMdPath},
     .api = ApiOperation{15, "getAgentsMd", "Read the instructions for agents",
                         "What the site offers an agent, its tools and its rules."},
     .listings = {{{response_table, 5, "", "Markdown, guide for agents"},
                   {site_resources, 5, "agents"},
                   {llms_api, 3, "Agent guide", "quick start, tools, rules and errors"},
                   {home_markdown, 4, "Agent guide", "quick start, tools, rules and errors"},
                   {catalog_profile_doc, 2, "Guide for agents"},
                   {page_footer, 4, "AGENTS.md"}}}},
    // An alias, which some clients request.
    {.path = "/agents.md",
     .media_type = kMarkdownType,
     .render = from_view<render_agents_md>,
     .link = {"canonical", kAgentsMdPath}},
    {.path = kLlmsPath,
     .media_type = kTextType,
     .render = from_view<render_llms_txt>,
     .api = ApiOperation{13, "getLlmsTxt", "Read the overview for language models",
                         "The site in short, in Markdown, with links (llmstxt.org)."},
     .listings = {{{response_table, 6, "", "text, what this site contains"},
                   {site_resources, 3, "llms"},
                   {home_markdown, 3, "llms.txt", "what this site contains and when to use it"},
                   {guide_data, 3},
                   {catalog_open_doc, 1, "What this site contains"},
                   {home_link_field, 4, "describedby", "", "text/plain"},
                   {page_footer, 1, "llms.txt"}}}},
    {.path = "/llms-full.txt",
     .media_type = kTextType,
     .render = from_view<render_llms_full>,
     .api = ApiOperation{14, "getLlmsFullTxt", "Read the whole site as text",
                         "Everything that is public, in one Markdown text."},
     .listings = {{{response_table, 7, "", "text, everything in one file"},
                   {site_resources, 4, "llmsFull"},
                   {llms_optional, 1, "Full text", "everything in one file"},
                   {page_footer, 2, "llms-full.txt"}}}},
    // --- the API ---
    {.path = "/openapi.json",
     .render = [](const RenderInput& input) { return render_openapi(input.view, input.errors); },
     .api = ApiOperation{3, "getOpenApiDescription", "Read this description",
                         "OpenAPI 3.1.0, rendered for the requested host.", "OpenApiDescription"},
     .listings = {{{response_table, 3, "", "JSON, OpenAPI 3.1 description"},
                   {site_resources, 7, "openapi"},
                   {llms_api, 1, "OpenAPI 3.1", "all endpoints with schemas and examples"},
                   {home_markdown, 6, "OpenAPI 3.1", "all endpoints"},
                   {guide_descriptions, 1},
                   {catalog_service_desc, 1, "OpenAPI 3.1 description"},
                   {ai_catalog, 4, "Agent Access API",
                    "OpenAPI 3.1 description of registration, token and extended profile.",
                    "application/vnd.oai.openapi+json", "api:agent-access"},
                   {agent_endpoints, 3, "openapi", "OpenAPI 3.1 description.", "openapi"},
                   {home_link_field, 2, "service-desc", "", "application/json"},
                   {page_footer, 5, "openapi.json"}}}},
    {.path = kApiCatalogPath,
     .media_type = R"(application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727")",
     .render = from_view<render_api_catalog>,
     .link = {"api-catalog", kApiCatalogPath},
     .api = ApiOperation{5, "getApiCatalog", "Find the APIs of the site",
                         "RFC 9727: the endpoints and where each is described.", "ApiCatalog"},
     .listings = {{{response_table, 8, "", "Linkset, RFC 9727"},
                   {site_resources, 8, "apiCatalog"},
                   {llms_api, 2, "API catalog", "RFC 9727 linkset"},
                   {guide_descriptions, 2},
                   {ai_catalog, 5, "API catalog", "RFC 9727 catalog of the endpoints and their documents.",
                    "application/linkset+json", "api:catalog"},
                   {home_link_field, 1, "api-catalog"},
                   {page_footer, 8, "api-catalog"}}}},
    {.path = kAuthorizationServerPath,
     .render = from_view<render_authorization_server>,
     .kind = Kind::metadata,
     .api = ApiOperation{9, "getAuthorizationServerMetadata", "Read the authorization server metadata",
                         "RFC 8414: the endpoints, grants and methods of the requested host.",
                         "AuthorizationServerMetadata", render_authorization_server},
     .listings = {{{response_table, 9, "", "JSON, RFC 8414"},
                   {site_resources, 12, "authorizationServer"},
                   {llms_authentication, 2, "Authorization server metadata", "RFC 8414"},
                   {catalog_service_meta, 2, "Authorization server metadata (RFC 8414)"}}}},
    // The path that OpenID clients request by default; the same document (RFC 8414 section 5).
    {.path = "/.well-known/openid-configuration",
     .render = from_view<render_authorization_server>,
     .kind = Kind::metadata},
    {.path = kProtectedResourcePath,
     .render = from_view<render_protected_resource>,
     .kind = Kind::metadata,
     .api = ApiOperation{10, "getProtectedResourceMetadata", "Read the protected resource metadata of the site",
                         "RFC 9728 for the base URL: the document that the challenge of the profile names.",
                         "ProtectedResourceMetadata", render_protected_resource},
     .listings = {{{response_table, 10, "", "JSON, RFC 9728"},
                   {site_resources, 13, "protectedResource"},
                   {llms_authentication, 3, "Protected resource metadata", "RFC 9728"},
                   {catalog_service_meta, 1, "Protected resource metadata (RFC 9728)"}}}},
    {.path = kMcpResourcePath,
     .render = from_view<render_protected_mcp>,
     .kind = Kind::metadata,
     .published = Published::with_mcp},
    {.path = "/.well-known/oauth-protected-resource/api/agent/full-profile",
     .render = from_view<render_protected_profile>,
     .kind = Kind::metadata,
     .api = ApiOperation{11, "getProfileResourceMetadata", "Read the protected resource metadata of the profile",
                         "RFC 9728 section 3.1: the same for the profile's own URL.", "ProtectedResourceMetadata",
                         render_protected_profile}},
    {.path = kJwksPath,
     .render = [](const RenderInput& input) { return render_jwks(input.keys); },
     .kind = Kind::keys,
     .is_dynamic = true,
     .api = ApiOperation{12, "getJwks", "Read the public keys of the tokens",
                         "RFC 7517. Keys rotate; fetch the set again if the key of a token is not in it.", "JwkSet"},
     .listings = {{{response_table, 11, "", "JSON, RFC 7517 keys of the tokens"},
                   {catalog_service_meta, 3, "Keys of the tokens (RFC 7517)"}}}},
    // --- agents and their tools ---
    {.path = kAgentCardPath,
     .render = render_card,
     .api = ApiOperation{6, "getAgentCard", "Read the agent card",
                         "A2A 1.0. Lists the browser tools and the authorization that the protected one needs.",
                         "AgentCard"},
     .listings = {{{response_table, 12, "", "JSON, A2A 1.0 card"},
                   {site_resources, 9, "agentCard"},
                   {llms_optional, 2, "Agent card", "A2A 1.0"},
                   {ai_catalog, 1, "agent card",
                    "The site's browser tools as skills of an A2A agent card; no A2A endpoint.",
                    "application/a2a-agent-card+json", "agent:site"},
                   {page_footer, 9, "agent-card.json"}}}},
    {.path = "/.well-known/agent.json",
     .render = from_view<render_agent_manifest>,
     .api = ApiOperation{8, "getAgentManifest", "Read the older agent manifest",
                         "A2A 0.2.6 with endpoints, for clients that do not support the agent card.", "AgentManifest"},
     .listings = {{{response_table, 13, "", "JSON, A2A 0.2.6 card with endpoints"},
                   {site_resources, 10, "agentManifest"},
                   {page_footer, 10, "agent.json"}}}},
    {.path = kMcpManifestPath,
     .render = from_view<render_mcp_manifest>,
     .api = ApiOperation{7, "getMcpManifest", "Read the list of browser tools",
                         "The tools that the pages register, with their input schemas.", "McpManifest"},
     .listings = {{{response_table, 14, "", "JSON, browser tools"},
                   {site_resources, 11, "mcp"},
                   {llms_api, 4, "Browser tools", "the WebMCP tools with their inputs"},
                   {page_footer, 11, "mcp.json"}}}},
    {.path = kMcpServerCardPath,
     .render = from_view<render_mcp_server_card>,
     .listings = {{{ai_catalog, 2, "browser tools",
                    "The WebMCP tools that the pages register, with their inputs; no remote MCP server.",
                    "application/mcp-server-card+json", "mcp:site-webmcp-tools"}}}},
    {.path = kAiCatalogPath,
     .media_type = kAiCatalogType,
     .render = from_view<render_ai_catalog>,
     .listings = {{{response_table, 15, "", "JSON, AI Catalog"},
                   {llms_optional, 3, "AI catalog", "what agents can load from here"}}}},
    {.path = kArdPath,
     .render = from_view<render_ard_manifest>,
     .published = Published::with_ard,
     .listings = {{{response_table, 18, "", "JSON, resources for agents (ARD)"}}}},
    {.path = "/.well-known/agent-skills/index.json",
     .render = from_view<render_skill_index>,
     .listings = {{{response_table, 16, "", "JSON, agent skills"}}}},
    {.path = kSkillPath,
     .media_type = kMarkdownType,
     .render = from_view<render_skill>,
     .listings = {{{llms_optional, 4, "Agent skill", "how to read the profile"},
                   {ai_catalog, 3, "skill", "How to read the public data and the extended profile of this site.",
                    "application/agent-skills+md", "skill:read-site-profile"}}}},
    {.path = kBrowserToolsPath,
     .media_type = kScriptType,
     .render = [](const RenderInput&) { return pages::render_browser_tools(); },
     .kind = Kind::page,
     .listings = {{{response_table, 17, "", "JavaScript module of the browser tools"},
                   {site_resources, 14, "browserTools"}}}},
    // --- files of the pages ---
    {.path = kRobotsPath,
     .media_type = kTextType,
     .render = from_view<render_robots>,
     .published = Published::with_pages},
    {.path = kSitemapPath,
     .media_type = "application/xml",
     .render = from_view<render_sitemap>,
     .published = Published::with_pages,
     .listings = {{{home_link_field, 5, "sitemap", "", "application/xml"}, {page_footer, 12, "sitemap.xml"}}}},
    {.path = "/assets/site.css",
     .media_type = "text/css; charset=utf-8",
     .render = [](const RenderInput& input) { return pages::render_style_sheet(input.view.content.site.design); },
     .kind = Kind::page,
     .published = Published::with_pages},
    {.path = "/assets/agent-access.js",
     .media_type = kScriptType,
     .render = [](const RenderInput&) { return std::string(pages::asset("agent-access.js")); },
     .kind = Kind::page,
     .published = Published::with_pages},
    {.path = kIconPath,
     .media_type = "image/svg+xml",
     .render = [](const RenderInput& input) { return pages::render_icon(input.view.content.site.design); },
     .kind = Kind::page,
     .published = Published::with_pages},
});

static_assert(is_consistent(kTable), "a path, or a place in a list, is taken twice");

}  // namespace

std::span<const DocumentRow> document_table() noexcept { return kTable; }

}  // namespace agent_access::publish
