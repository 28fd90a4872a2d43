#include "pages/pages.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "content/pages.hpp"
#include "documents/paths.hpp"
#include "documents/site/site.hpp"
#include "pages/page_writer.hpp"
#include "pages/renderers.hpp"

namespace agent_access::pages {

namespace {

using documents::HostView;
using documents::Rendered;

struct Renderer {
  std::string_view slug;
  Rendered (*render)(PageWriter&, const content::Page&);
};

constexpr std::array<Renderer, 7> kRenderers = {{{"home", render_home},
                                                 {"publications", render_publications},
                                                 {"projects", render_projects},
                                                 {"cv", render_cv},
                                                 {"faq", render_faq},
                                                 {"contact", render_contact},
                                                 {"agent-access", render_agent_access}}};

/// Publishes the Markdown form of every page at a path of its own, and each names the other (RFC 8288).
void publish_markdown_forms(const HostView& view, std::vector<Rendered>& rendered) {
  const std::size_t count = rendered.size();
  for (std::size_t i = 0; i < count; ++i) {
    const auto form_path = content::text_path_of(view.settings, rendered[i].path);
    if (rendered[i].markdown.empty() || form_path == rendered[i].path) continue;
    Rendered form{form_path,
                  std::string(documents::kMarkdownType),
                  rendered[i].markdown,
                  "Link: <" + view.canonical_url(rendered[i].path) + ">; rel=\"canonical\"\r\n",
                  documents::Kind::page,
                  {}};
    form.is_form = true;
    rendered[i].markdown_fields = form.extra_fields;
    rendered[i].extra_fields += "Link: <" + form.path + ">; rel=\"alternate\"; type=\"text/markdown\"\r\n";
    rendered.push_back(std::move(form));
  }
}

}  // namespace

std::vector<Rendered> render_pages(const HostView& view) {
  std::vector<Rendered> rendered;
  if (!view.settings.has_pages) return rendered;
  PageWriter writer(view);
  for (const auto& page : writer.pages()) {
    const auto* const found = std::ranges::find(kRenderers, page.slug, &Renderer::slug);
    if (found == kRenderers.end()) continue;
    rendered.push_back(found->render(writer, page));
    if (view.settings.conventions.page_markdown) rendered.back().markdown = documents::page_markdown(view, page);
  }
  std::ranges::move(render_works(writer), std::back_inserter(rendered));
  if (view.settings.conventions.page_markdown) publish_markdown_forms(view, rendered);
  if (view.settings.has_not_found_page) rendered.push_back(render_not_found(writer));
  return rendered;
}

}  // namespace agent_access::pages
