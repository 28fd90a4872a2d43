#include "pages/pages.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "content/pages.hpp"
#include "pages/agent_access_page.hpp"
#include "pages/assets.hpp"
#include "pages/browser_tools.hpp"
#include "pages/contact_page.hpp"
#include "pages/cv_page.hpp"
#include "pages/faq_page.hpp"
#include "pages/home_page.hpp"
#include "pages/work_pages.hpp"

namespace agent_access::pages {

namespace {

using documents::HostView;
using documents::Kind;
using documents::Rendered;

constexpr std::string_view kScript = "text/javascript; charset=utf-8";

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

Rendered file(std::string_view path, std::string_view media_type, std::string body) {
  return {std::string(path), std::string(media_type), std::move(body), {}, Kind::page, {}};
}

}  // namespace

std::vector<Rendered> render_pages(const HostView& view) {
  std::vector<Rendered> rendered;
  rendered.push_back(file("/browser-tools.js", kScript, render_browser_tools()));
  if (!view.settings.has_pages) return rendered;
  for (const auto& page : content::pages_of(view.settings, view.content)) {
    const auto* const found = std::ranges::find(kRenderers, page.slug, &Renderer::slug);
    if (found != kRenderers.end()) rendered.push_back(found->render(view, page));
  }
  std::ranges::move(render_works(view), std::back_inserter(rendered));
  rendered.push_back(file("/assets/site.css", "text/css; charset=utf-8", std::string(asset("site.css"))));
  rendered.push_back(file("/assets/agent-access.js", kScript, std::string(asset("agent-access.js"))));
  rendered.push_back(file("/favicon.svg", "image/svg+xml", std::string(asset("favicon.svg"))));
  return rendered;
}

}  // namespace agent_access::pages
