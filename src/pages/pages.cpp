#include "pages/pages.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "content/pages.hpp"
#include "pages/agent_access_page.hpp"
#include "pages/contact_page.hpp"
#include "pages/cv_page.hpp"
#include "pages/faq_page.hpp"
#include "pages/home_page.hpp"
#include "pages/not_found_page.hpp"
#include "pages/work_pages.hpp"

namespace agent_access::pages {

namespace {

using documents::HostView;
using documents::Rendered;

struct Renderer {
  std::string_view slug;
  Rendered (*render)(const HostView&, const content::Page&);
};

constexpr std::array<Renderer, 7> kRenderers = {{{"home", render_home},
                                                 {"publications", render_publications},
                                                 {"projects", render_projects},
                                                 {"cv", render_cv},
                                                 {"faq", render_faq},
                                                 {"contact", render_contact},
                                                 {"agent-access", render_agent_access}}};

}  // namespace

std::vector<Rendered> render_pages(const HostView& view) {
  std::vector<Rendered> rendered;
  if (!view.settings.has_pages) return rendered;
  for (const auto& page : content::pages_of(view.settings, view.content)) {
    const auto* const found = std::ranges::find(kRenderers, page.slug, &Renderer::slug);
    if (found != kRenderers.end()) rendered.push_back(found->render(view, page));
  }
  std::ranges::move(render_works(view), std::back_inserter(rendered));
  if (view.settings.has_not_found_page) rendered.push_back(render_not_found(view));
  return rendered;
}

}  // namespace agent_access::pages
