#include "site/pages/pages.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "site/documents/metadata.hpp"
#include "site/documents/paths.hpp"

namespace agent_access::pages {
namespace {

using documents::HostView;
using documents::Rendered;
using Kind = PageSource::Kind;

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

Rendered render_page(PageWriter& writer, const content::Page& page) {
  Rendered rendered = std::ranges::find(kRenderers, page.slug, &Renderer::slug)->render(writer, page);
  const HostView& view = writer.host();
  if (view.settings.conventions.page_markdown) rendered.markdown = documents::page_markdown(view, page);
  return rendered;
}

Rendered render_source(PageWriter& writer, const PageSource& source) {
  switch (source.kind) {
    case Kind::page: return render_page(writer, writer.pages().at(source.index));
    case Kind::publication: return render_work(writer, writer.site().publications.at(source.index));
    case Kind::project: return render_work(writer, writer.site().projects.at(source.index));
    case Kind::not_found: break;
  }
  return render_not_found(writer);
}

/// The Markdown form of a page at a path of its own; each names the other (RFC 8288).
Rendered take_form(const HostView& view, const std::string& form_path, Rendered& page) {
  Rendered form{.path = form_path,
                .media_type = std::string(documents::kMarkdownType),
                .body = page.markdown,
                .extra_fields = "Link: <" + view.canonical_url(page.path) + ">; rel=\"canonical\"\r\n",
                .kind = documents::Kind::page,
                .is_form = true};
  page.markdown_fields = form.extra_fields;
  page.extra_fields += "Link: <" + form_path + ">; rel=\"alternate\"; type=\"text/markdown\"\r\n";
  return form;
}

}  // namespace

std::vector<PageSource> page_sources(const HostView& view) {
  std::vector<PageSource> sources;
  if (!view.settings.has_pages) return sources;
  const auto add = [&](Kind kind, std::size_t index, std::string path) {
    std::string form_path = content::text_path_of(view.settings, path);
    if (form_path == path) form_path.clear();
    sources.push_back({kind, index, std::move(path), std::move(form_path)});
  };
  const auto add_works = [&](Kind kind, const auto& works) {
    for (std::size_t index = 0; index < works.size(); ++index) {
      add(kind, index, content::path_of(view.settings, works[index]));
    }
  };
  const auto pages = content::pages_of(view.settings, view.content);
  for (std::size_t index = 0; index < pages.size(); ++index) add(Kind::page, index, pages[index].path);
  add_works(Kind::publication, view.content.site.publications);
  add_works(Kind::project, view.content.site.projects);
  if (view.settings.has_not_found_page) sources.push_back({Kind::not_found, 0, std::string(documents::kNotFoundPath)});
  return sources;
}

std::vector<Rendered> PageRenderer::render(const PageSource& source) {
  std::vector<Rendered> rendered;
  rendered.push_back(render_source(writer_, source));
  if (!source.form_path.empty()) {
    Rendered form = take_form(view_, source.form_path, rendered.front());
    rendered.push_back(std::move(form));
  }
  return rendered;
}

}  // namespace agent_access::pages
