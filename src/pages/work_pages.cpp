#include "pages/work_pages.hpp"

#include <utility>

#include "content/labels.hpp"
#include "documents/site/page_markdown.hpp"
#include "documents/site/work_json_ld.hpp"
#include "documents/text_template.hpp"
#include "pages/layout.hpp"
#include "pages/markup/html.hpp"
#include "pages/markup/label_html.hpp"
#include "pages/work_lists.hpp"

namespace agent_access::pages {

namespace {

namespace bj = boost::json;
using documents::HostView;
using documents::Rendered;

constexpr std::string_view kCollection = R"(<header class="page-head">
<h1>{{title}}</h1>
<p class="lead">{{summary}}</p>
</header>
{{list}})";

constexpr std::string_view kWork = R"(<article class="item">
<header class="page-head">
<p class="back"><a href="{{collection}}">{{collection_title}}</a></p>
<h1>{{title}}</h1>
{{lead}}</header>
{{columns}}</article>
)";

struct Fact {
  std::string_view label;
  std::string html;
};

std::string fact_list(const content::Labels& labels, const std::vector<Fact>& facts) {
  std::string out;
  for (const auto& fact : facts) {
    if (fact.html.empty()) continue;
    out += "<div><dt>" + label_html(labels, fact.label) + "</dt><dd>" + fact.html + "</dd></div>\n";
  }
  return out.empty() ? out : "<dl class=\"facts\">\n" + out + "</dl>\n";
}

/// The text beside the facts; nothing without either.
std::string columns(const content::Labels& labels, const content::Paragraphs& text, const std::vector<Fact>& facts) {
  const auto prose = text.empty() ? std::string() : "<div class=\"prose\">\n" + paragraphs(text) + "</div>\n";
  const auto both = prose + fact_list(labels, facts);
  return both.empty() ? both : "<div class=\"item-columns\">\n" + both + "</div>\n";
}

std::string lines_of(const std::vector<std::string>& texts) {
  std::vector<std::string> escaped;
  for (const auto& text : texts) escaped.push_back(render::escape_markup(text));
  return join(escaped, "<br>");
}

std::string address_or_nothing(const std::string& url) { return url.empty() ? url : link_to_address(url); }

std::string work_main(const content::Page& collection, const std::string& title, const std::string& summary,
                      const std::string& columns) {
  return documents::fill(kWork, {{"collection", render::escape_markup(collection.path)},
                                 {"collection_title", render::escape_markup(collection.title)},
                                 {"title", render::escape_markup(title)},
                                 {"lead", paragraph("lead", render::escape_markup(summary))},
                                 {"columns", columns}});
}

/// The object with "@context", which it needs as the whole document.
bj::object page_json_ld(bj::object work) {
  bj::object object = {{"@context", "https://schema.org"}};
  for (auto& [name, value] : work) object[name] = std::move(value);
  return object;
}

Rendered render_collection(const HostView& view, const content::Page& page, const std::string& list) {
  PageParts parts{page.path, page.path, page.title, page.summary, {}, {}};
  parts.main = documents::fill(
      kCollection,
      {{"title", render::escape_markup(page.title)}, {"summary", render::escape_markup(page.summary)}, {"list", list}});
  parts.json_ld = web_page_ld(view, "CollectionPage", parts);
  return render_layout(view, parts);
}

// The description of a work without a summary is its title, because search engines expect a different one on each page.
PageParts parts_of(const content::Page& collection, const std::string& path, const std::string& title,
                   const std::string& summary) {
  PageParts parts{path, collection.path, title, summary.empty() ? title : summary, {}, {}};
  parts.og_type = "article";
  return parts;
}

template <class Work>
Rendered with_markdown(const HostView& view, const Work& item, Rendered rendered) {
  if (view.settings.conventions.page_markdown) rendered.markdown = documents::page_markdown(view, item);
  return rendered;
}

Rendered render_publication(const HostView& view, const content::Page& collection, const content::Publication& item) {
  const auto path = content::path_of(view.settings, item);
  auto parts = parts_of(collection, path, item.title, item.summary);
  const content::Labels labels(view.content.site);
  parts.main = work_main(collection, item.title, item.summary,
                         columns(labels, item.text,
                                 {{"published", time_element(labels, item.date)},
                                  {"where", render::escape_markup(item.venue)},
                                  {item.authors.size() == 1 ? "author" : "authors", lines_of(item.authors)},
                                  {"read_it", address_or_nothing(item.url)},
                                  {"topics", chips(item.topics)}}));
  parts.json_ld = page_json_ld(documents::work_json_ld(item, view.canonical_url(path)));
  return with_markdown(view, item, render_layout(view, parts));
}

Rendered render_project(const HostView& view, const content::Page& collection, const content::Project& item) {
  const auto path = content::path_of(view.settings, item);
  auto parts = parts_of(collection, path, item.title, item.summary);
  const content::Labels labels(view.content.site);
  parts.main = work_main(collection, item.title, item.summary,
                         columns(labels, item.text,
                                 {{"status", render::escape_markup(item.status)},
                                  {"since", time_element(labels, item.date)},
                                  {"written_in", render::escape_markup(item.language)},
                                  {"licence", render::escape_markup(item.licence)},
                                  {"website", address_or_nothing(item.url)},
                                  {"source_code", address_or_nothing(item.repository)},
                                  {"topics", chips(item.topics)}}));
  parts.json_ld = page_json_ld(documents::work_json_ld(item, view.canonical_url(path), view.content.site.owner));
  return with_markdown(view, item, render_layout(view, parts));
}

}  // namespace

Rendered render_publications(const HostView& view, const content::Page& page) {
  return render_collection(view, page, publication_list(view, view.content.site.publications, HeadingLevel::h2));
}

Rendered render_projects(const HostView& view, const content::Page& page) {
  return render_collection(view, page, project_list(view, view.content.site.projects, HeadingLevel::h2));
}

std::vector<Rendered> render_works(const HostView& view) {
  std::vector<Rendered> rendered;
  for (const auto& page : content::pages_of(view.settings, view.content)) {
    if (page.slug == "publications") {
      for (const auto& item : view.content.site.publications) rendered.push_back(render_publication(view, page, item));
    }
    if (page.slug == "projects") {
      for (const auto& item : view.content.site.projects) rendered.push_back(render_project(view, page, item));
    }
  }
  return rendered;
}

}  // namespace agent_access::pages
