#include "site/publish/document_table.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "site/documents/agent_card.hpp"
#include "site/documents/bibliography.hpp"
#include "site/documents/catalogs.hpp"
#include "site/documents/crawlers.hpp"
#include "site/documents/mcp_manifest.hpp"
#include "site/documents/oauth_metadata.hpp"
#include "site/documents/openapi.hpp"
#include "site/documents/paths.hpp"
#include "site/documents/resume.hpp"
#include "site/documents/site_data.hpp"
#include "site/guides/guides.hpp"
#include "site/pages/browser_tools.hpp"
#include "site/pages/style_sheet.hpp"
#include "site/templates/template.hpp"

namespace agent_access::publish {
namespace {

using namespace documents;

constexpr std::string_view kScriptType = "text/javascript; charset=utf-8";

/// A renderer that needs the view alone.
template <std::string (*render)(const HostView&)>
std::string from_view(const RenderInput& input) {
  return render(input.view);
}

std::string render_icon(const RenderInput& input) { return pages::render_icon(input.view.content.site.design); }

constexpr auto kTable = std::to_array<DocumentRow>({
    // --- content of the site ---
    {.path = documents::kSitePath,
     .render = from_view<render_site_data>,
     .api = ApiOperation{1, "getSiteData", "Public data of the site",
                         "The owner, publications, projects and public CV.", "SiteData", kContentTag}},
    {.path = kFaqPath,
     .render = from_view<render_faq_document>,
     .api =
         ApiOperation{2, "getFaq", "Questions and answers", "What visitors and agents ask most.", "Faq", kContentTag}},
    {.path = kResumePath,
     .render = from_view<render_resume>,
     .published = Published::with_resume,
     .api = ApiOperation{16, "getResume", "The CV as JSON Resume", "JSON Resume 1.0, with publications and projects.",
                         "JsonResume", kContentTag}},
    {.path = kBibliographyPath,
     .media_type = "application/x-bibtex; charset=utf-8",
     .render = from_view<render_bibliography>,
     .published = Published::with_bibliography,
     .api =
         ApiOperation{17, "getBibliography", "The publications as BibTeX", "An entry for each work.", {}, kContentTag}},
    // --- texts for agents ---
    {.path = kAuthMdPath,
     .media_type = kMarkdownType,
     .render = from_view<render_auth_md>,
     .published = Published::with_profile,
     .link = {"canonical", kAuthMdPath},
     .api = ApiOperation{4, "getAuthGuide", "How an agent gets access", "The flow step by step, with every error."}},
    {.path = kAgentsMdPath,
     .media_type = kMarkdownType,
     .render = from_view<render_agents_md>,
     .link = {"canonical", kAgentsMdPath},
     .api =
         ApiOperation{15, "getAgentsMd", "Instructions for agents", "What the site offers, its tools and its rules."}},
    {.path = kAgentsMdAlias,
     .media_type = kMarkdownType,
     .render = from_view<render_agents_md>,
     .link = {"canonical", kAgentsMdPath}},
    {.path = kLlmsPath,
     .media_type = kTextType,
     .render = from_view<render_llms_txt>,
     .api = ApiOperation{13,
                         "getLlmsTxt",
                         "Overview for language models",
                         "The site in short, with links (llmstxt.org).",
                         {},
                         kContentTag}},
    {.path = kLlmsFullPath,
     .media_type = kTextType,
     .render = from_view<render_llms_full>,
     .api =
         ApiOperation{
             14, "getLlmsFullTxt", "The whole site as text", "Everything public, in Markdown.", {}, kContentTag}},
    // --- the API ---
    {.path = kOpenapiPath,
     .render = [](const RenderInput& input) { return render_openapi(input.view); },
     .api = ApiOperation{3, "getOpenApiDescription", "This description", "OpenAPI 3.1.0, of the requested host.",
                         "OpenApiDescription"}},
    {.path = kApiCatalogPath,
     .media_type = R"(application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727")",
     .render = from_view<render_api_catalog>,
     .link = {"api-catalog", kApiCatalogPath},
     .api = ApiOperation{5, "getApiCatalog", "The APIs of the site", "RFC 9727: endpoints and their descriptions.",
                         "ApiCatalog"}},
    {.path = kAuthorizationServerPath,
     .render = from_view<render_authorization_server>,
     .kind = DocumentKind::metadata,
     .published = Published::with_tokens,
     .api = ApiOperation{9, "getAuthorizationServerMetadata", "Authorization server metadata",
                         "RFC 8414, of the requested host.", "AuthorizationServerMetadata"}},
    {.path = kOpenidConfigurationPath,
     .render = from_view<render_openid_configuration>,
     .kind = DocumentKind::metadata,
     .published = Published::with_tokens},
    {.path = kProtectedResourcePath,
     .render = from_view<render_protected_resource>,
     .kind = DocumentKind::metadata,
     .published = Published::with_tokens,
     .api = ApiOperation{10, "getProtectedResourceMetadata", "Resource metadata of the site",
                         "RFC 9728 for the base URL.", "ProtectedResourceMetadata"}},
    {.path = kMcpResourcePath,
     .render = from_view<render_protected_mcp>,
     .kind = DocumentKind::metadata,
     .published = Published::with_mcp_tokens},
    {.path = kProfileResourcePath,
     .render = from_view<render_protected_profile>,
     .kind = DocumentKind::metadata,
     .published = Published::with_tokens,
     .api = ApiOperation{11, "getProfileResourceMetadata", "Resource metadata of the profile",
                         "RFC 9728 for the URL of the profile.", "ProtectedResourceMetadata"}},
    {.path = kJwksPath,
     .render = [](const RenderInput& input) { return render_jwks(input.keys); },
     .kind = DocumentKind::keys,
     .published = Published::with_tokens,
     .is_dynamic = true,
     .api = ApiOperation{12, "getJwks", "Public keys of the tokens",
                         "RFC 7517. Fetch it again if the key of a token is missing.", "JwkSet"}},
    // --- agents and their tools ---
    {.path = kAgentCardPath,
     .render = from_view<render_agent_card>,
     .api = ApiOperation{6, "getAgentCard", "The agent card", "A2A 1.0, with the browser tools.", "AgentCard"}},
    {.path = kAgentManifestPath,
     .render = from_view<render_agent_manifest>,
     .api = ApiOperation{8, "getAgentManifest", "The older agent manifest",
                         "A2A 0.2.6 with endpoints, for older clients.", "AgentManifest"}},
    {.path = kMcpManifestPath,
     .render = from_view<render_mcp_manifest>,
     .api = ApiOperation{7, "getMcpManifest", "The browser tools", "The tools for browsers (WebMCP).", "McpManifest"}},
    {.path = kMcpServerCardPath, .render = from_view<render_mcp_server_card>},
    {.path = kMcpCardPath,
     .media_type = kMcpCardType,
     .render = from_view<render_mcp_server_card>,
     .published = Published::with_mcp},
    {.path = kAiCatalogPath, .media_type = kAiCatalogType, .render = from_view<render_ai_catalog>},
    {.path = kArdPath, .render = from_view<render_ard_manifest>, .published = Published::with_ard},
    {.path = kSkillIndexPath, .render = from_view<render_skill_index>},
    {.path = kSkillPath, .media_type = kMarkdownType, .render = from_view<render_skill>},
    {.path = kBrowserToolsPath,
     .media_type = kScriptType,
     .render = [](const RenderInput& input) { return pages::render_browser_tools(input.view); },
     .kind = DocumentKind::page},
    // --- files of the pages ---
    {.path = kRobotsPath,
     .media_type = kTextType,
     .render = from_view<render_robots>,
     .published = Published::with_pages},
    {.path = kSitemapPath,
     .media_type = "application/xml",
     .render = from_view<render_sitemap>,
     .published = Published::with_pages},
    {.path = "/assets/site.css",
     .media_type = "text/css; charset=utf-8",
     .render = [](const RenderInput& input) { return pages::render_style_sheet(input.view.content.site.design); },
     .kind = DocumentKind::page,
     .published = Published::with_pages},
    {.path = "/assets/agent-access.js",
     .media_type = kScriptType,
     .render = [](const RenderInput&) { return templates::filled("agent-access.js", {}); },
     .kind = DocumentKind::page,
     .published = Published::with_flow_page},
    {.path = kIconPath,
     .media_type = "image/svg+xml",
     .render = render_icon,
     .kind = DocumentKind::page,
     .published = Published::with_pages},
    {.path = kOldIconPath,
     .media_type = "image/svg+xml",
     .render = render_icon,
     .kind = DocumentKind::page,
     .published = Published::with_pages},
});

static_assert(is_consistent(kTable), "a path, or a place in /openapi.json, is taken twice");

}  // namespace

std::span<const DocumentRow> document_table() noexcept { return kTable; }

std::vector<std::string> paths_that_can_be_kept() {
  std::vector<std::string> paths;
  for (const DocumentRow& row : kTable) {
    if (can_be_kept(row) && exists_beside(row)) paths.emplace_back(row.path);
  }
  return paths;
}

bool is_dynamic_document(std::string_view path) noexcept {
  const auto rows = document_table();
  const auto row = std::ranges::find(rows, path, &documents::DocumentRow::path);
  return row != rows.end() && row->is_dynamic;
}

}  // namespace agent_access::publish
