#include "publish/documents.hpp"

#include <array>
#include <iterator>

#include "documents/guides/agents_md.hpp"
#include "documents/guides/auth_md.hpp"
#include "documents/guides/llms_full.hpp"
#include "documents/guides/llms_txt.hpp"
#include "documents/metadata/agent_card.hpp"
#include "documents/metadata/agent_skills.hpp"
#include "documents/metadata/ai_catalog.hpp"
#include "documents/metadata/api_catalog.hpp"
#include "documents/metadata/jwks.hpp"
#include "documents/metadata/mcp_manifest.hpp"
#include "documents/metadata/oauth_metadata.hpp"
#include "documents/site/crawlers.hpp"
#include "documents/site/faq_document.hpp"
#include "documents/site/site_data.hpp"

namespace agent_access::publish {

namespace {

using Renderer = documents::Rendered (*)(const documents::HostView&);

constexpr std::array<Renderer, 17> kRenderers = {documents::render_authorization_server,
                                                 documents::render_openid_alias,
                                                 documents::render_protected_resource,
                                                 documents::render_protected_profile,
                                                 documents::render_auth_md,
                                                 documents::render_api_catalog,
                                                 documents::render_agent_card,
                                                 documents::render_agent_manifest,
                                                 documents::render_mcp_manifest,
                                                 documents::render_mcp_server_card,
                                                 documents::render_site_data,
                                                 documents::render_faq_document,
                                                 documents::render_llms_txt,
                                                 documents::render_llms_full,
                                                 documents::render_ai_catalog,
                                                 documents::render_skill,
                                                 documents::render_skill_index};

}  // namespace

std::vector<documents::Rendered> render_documents(const documents::HostView& view, const oauth::KeySchedule& keys,
                                                  const documents::ErrorAnswers& errors) {
  std::vector<documents::Rendered> documents;
  documents.push_back(documents::render_openapi(view, errors));
  documents.push_back(documents::render_jwks(keys));
  for (const Renderer render : kRenderers) documents.push_back(render(view));
  auto guides = documents::render_agents_md(view);
  std::move(guides.begin(), guides.end(), std::back_inserter(documents));
  // Where the owner has pages of their own, these two are the owner's as well.
  if (!view.settings.has_pages) return documents;
  documents.push_back(documents::render_robots(view));
  documents.push_back(documents::render_sitemap(view));
  return documents;
}

}  // namespace agent_access::publish
