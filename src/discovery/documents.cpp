#include "discovery/documents.hpp"

#include <array>
#include <iterator>

#include "discovery/agent_card.hpp"
#include "discovery/agent_skills.hpp"
#include "discovery/agents_md.hpp"
#include "discovery/ai_catalog.hpp"
#include "discovery/api_catalog.hpp"
#include "discovery/auth_md.hpp"
#include "discovery/crawlers.hpp"
#include "discovery/faq_document.hpp"
#include "discovery/jwks.hpp"
#include "discovery/llms_full.hpp"
#include "discovery/llms_txt.hpp"
#include "discovery/mcp_manifest.hpp"
#include "discovery/oauth_metadata.hpp"
#include "discovery/site_data.hpp"

namespace agent_access::discovery {

namespace {

using Renderer = Rendered (*)(const HostView&);

constexpr std::array<Renderer, 17> kRenderers = {render_authorization_server,
                                                 render_openid_alias,
                                                 render_protected_resource,
                                                 render_protected_profile,
                                                 render_auth_md,
                                                 render_api_catalog,
                                                 render_agent_card,
                                                 render_agent_manifest,
                                                 render_mcp_manifest,
                                                 render_mcp_server_card,
                                                 render_site_data,
                                                 render_faq_document,
                                                 render_llms_txt,
                                                 render_llms_full,
                                                 render_ai_catalog,
                                                 render_skill,
                                                 render_skill_index};

}  // namespace

std::vector<Rendered> render_documents(const HostView& view, const oauth::KeySchedule& keys,
                                       const ErrorAnswers& errors) {
  std::vector<Rendered> documents;
  documents.push_back(render_openapi(view, errors));
  documents.push_back(render_jwks(keys));
  for (const Renderer render : kRenderers) documents.push_back(render(view));
  auto guides = render_agents_md(view);
  std::move(guides.begin(), guides.end(), std::back_inserter(documents));
  // Where the owner has pages of their own, these two are the owner's as well.
  if (!view.settings.has_pages) return documents;
  documents.push_back(render_robots(view));
  documents.push_back(render_sitemap(view));
  return documents;
}

}  // namespace agent_access::discovery
