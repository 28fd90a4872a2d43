#include "site/pages/pages.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "site/documents/paths.hpp"
#include "site/pages/agent_access_page.hpp"
#include "site/pages/content_pages.hpp"
#include "site/pages/home_page.hpp"
#include "site/pages/notice_pages.hpp"
#include "site/pages/work_pages.hpp"

namespace agent_access::pages {
namespace {

using documents::HostView;
using documents::Rendered;
using Of = PageSource::Of;

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

/// The Markdown form of a page at a path of its own; each names the other (RFC 8288).
Rendered form_of(const HostView& view, const PageSource& page, std::string markdown) {
  return {.path = page.form_path,
          .media_type = std::string(documents::kMarkdownType),
          .body = std::move(markdown),
          .extra_fields = "Link: <" + view.canonical_url(page.path) + ">; rel=\"canonical\"\r\n",
          .kind = documents::DocumentKind::page,
          .is_form = true};
}

}  // namespace

std::vector<PageSource> page_sources(const HostView& view) {
  std::vector<PageSource> sources;
  if (!view.settings.has_pages) return sources;
  const auto add = [&](Of of, std::size_t index, std::string path) {
    std::string form_path = content::text_path_of(view.settings, path);
    if (form_path == path) form_path.clear();
    sources.push_back({of, index, std::move(path), std::move(form_path)});
  };
  const auto add_works = [&](Of of, const auto& works) {
    for (std::size_t index = 0; index < works.size(); ++index) {
      add(of, index, content::path_of(view.settings, works[index]));
    }
  };
  const auto pages = content::pages_of(view.settings, view.content);
  for (std::size_t index = 0; index < pages.size(); ++index) add(Of::page, index, pages[index].path);
  add_works(Of::publication, view.content.site.publications);
  add_works(Of::project, view.content.site.projects);
  if (view.settings.has_not_found_page) sources.push_back({Of::not_found, 0, std::string(documents::kNotFoundPath)});
  return sources;
}

Rendered PageRenderer::html_of(const PageSource& source) {
  switch (source.of) {
    case Of::page: {
      const content::Page& page = writer_.pages().at(source.index);
      return std::ranges::find(kRenderers, page.slug, &Renderer::slug)->render(writer_, page);
    }
    case Of::publication: return render_work(writer_, writer_.site().publications.at(source.index));
    case Of::project: return render_work(writer_, writer_.site().projects.at(source.index));
    case Of::not_found: break;
  }
  return render_not_found(writer_);
}

std::string PageRenderer::markdown_of(const PageSource& source) {
  // That of the home page is there without the setting, too.
  if (source.path == "/") return forms_.home();
  if (!view_.settings.conventions.page_markdown) return {};
  switch (source.of) {
    case Of::page: return forms_.of(writer_.pages().at(source.index));
    case Of::publication: return forms_.of(writer_.site().publications.at(source.index));
    case Of::project: return forms_.of(writer_.site().projects.at(source.index));
    case Of::not_found: break;
  }
  return {};
}

std::vector<Rendered> PageRenderer::render(const PageSource& source, std::optional<Rendered> same) {
  std::vector<Rendered> rendered;
  rendered.push_back(same ? std::move(*same) : html_of(source));
  Rendered& page = rendered.front();
  std::string markdown = markdown_of(source);
  if (source.form_path.empty()) {
    page.markdown = std::move(markdown);
    return rendered;
  }
  if (!same) {
    page.markdown_path = source.form_path;
    page.extra_fields += "Link: <" + source.form_path + ">; rel=\"alternate\"; type=\"text/markdown\"\r\n";
  }
  rendered.push_back(form_of(view_, source, std::move(markdown)));
  return rendered;
}

}  // namespace agent_access::pages
