#include <algorithm>
#include <span>
#include <utility>

#include "site/content/works.hpp"
#include "site/documents/metadata.hpp"
#include "site/pages/html.hpp"
#include "site/pages/pages.hpp"

namespace agent_access::pages {
namespace {

namespace bj = boost::json;
using documents::Rendered;
using templates::View;

std::vector<std::string> without_empty(std::vector<std::string> texts) {
  std::erase(texts, std::string());
  return texts;
}

template <typename Work>
View listed(const PageWriter& writer, const Work& item, std::string_view heading) {
  auto view = View()
                  .set("heading", heading)
                  .set("path", content::path_of(writer.host().settings, item))
                  .set("title", item.title)
                  .set_optional("summary", item.summary);
  set_items(view, "topics", items_of("text", item.topics));
  return view;
}

/// The object with "@context", which it needs as the whole document.
bj::object page_json_ld(bj::object work) {
  bj::object object = {{"@context", "https://schema.org"}};
  for (auto& [name, value] : work) object[name] = std::move(value);
  return object;
}

Rendered render_collection(PageWriter& writer, const content::Page& page, const std::string& list) {
  PageParts parts{page.path, page.path, page.title, page.summary};
  parts.main = writer.fill("collection.html", View()
                                                  .set("title", page.title)
                                                  .set("is_foreign", page.is_foreign)
                                                  .set("summary", page.summary)
                                                  .set("list", list));
  parts.json_ld = writer.web_page_ld("CollectionPage", parts);
  return writer.page(parts);
}

// The description of a work without a summary is its title, because search engines expect a different one on each page.
template <class Work>
PageParts parts_of(const PageWriter& writer, const content::Page& collection, const Work& item) {
  PageParts parts{content::path_of(writer.host().settings, item), collection.path, item.title,
                  item.summary.empty() ? item.title : item.summary};
  parts.og_type = "article";
  return parts;
}

/// The values that both kinds have. The text stands beside the facts; without either there are no columns.
template <class Work>
View work_view(const PageWriter& writer, const content::Page& collection, const Work& item, bool has_own_facts) {
  const bool has_facts = has_own_facts || !item.date.empty() || !item.url.empty() || !item.topics.empty();
  auto view = View()
                  .set("collection", collection.path)
                  .set("collection_title", collection.title)
                  .set("title", item.title)
                  .set_optional("summary", item.summary)
                  .set("has_columns", has_facts || !item.text.empty())
                  .set("has_facts", has_facts)
                  .set_optional("date", time_element(writer.labels(), item.date))
                  .set_optional("link", link_to_address(item.url));
  set_items(view, "text", linked_paragraphs(item.text));
  set_items(view, "topics", items_of("text", item.topics));
  return view;
}

template <class Work>
Rendered work_page(PageWriter& writer, const Work& item, const PageParts& parts) {
  auto rendered = writer.page(parts);
  if (writer.host().settings.conventions.page_markdown) {
    rendered.markdown = documents::page_markdown(writer.host(), item);
  }
  return rendered;
}

/// Precondition: the site has works of that kind, so that it has the page.
const content::Page& page_of(const PageWriter& writer, std::string_view slug) {
  return *std::ranges::find(writer.pages(), slug, &content::Page::slug);
}

std::string kind_text(const PageWriter& writer, const content::Publication& item) {
  const auto label = content::kind_label(item);
  return label.empty() ? label : std::string(writer.labels().text(label));
}

}  // namespace

std::string publication_list(PageWriter& writer, std::size_t most, std::string_view heading) {
  const auto& all = writer.site().publications;
  std::vector<View> works;
  for (const auto& item : std::span(all).first(std::min(most, all.size()))) {
    const auto authors = content::author_text(item, writer.labels());
    const auto kind = content::listed_kind(item, writer.labels());
    const bool has_people = !authors.empty() || !item.venue.empty();
    works.push_back(listed(writer, item, heading));
    works.back()
        .set("date", time_element(writer.labels(), content::time_or_status(item)))
        .set("has_byline", has_people || !kind.empty())
        .set_optional("kind", kind)
        .set("has_more", has_people)
        .set("has_both", !authors.empty() && !item.venue.empty())
        .set("authors", authors)
        .set_optional("venue", item.venue);
  }
  return writer.part("publication-list.html", View().set("works", works));
}

std::string project_list(PageWriter& writer, std::size_t most, std::string_view heading) {
  const auto& all = writer.site().projects;
  std::vector<View> works;
  for (const auto& item : std::span(all).first(std::min(most, all.size()))) {
    works.push_back(listed(writer, item, heading));
    const auto byline = without_empty({templates::escape_markup(item.status), templates::escape_markup(item.language),
                                       time_element(writer.labels(), item.date)});
    set_items(works.back(), "byline", items_of("html", byline));
  }
  return writer.part("project-list.html", View().set("works", works));
}

Rendered render_publications(PageWriter& writer, const content::Page& page) {
  return render_collection(writer, page, publication_list(writer, writer.site().publications.size(), "h2"));
}

Rendered render_projects(PageWriter& writer, const content::Page& page) {
  return render_collection(writer, page, project_list(writer, writer.site().projects.size(), "h2"));
}

Rendered render_work(PageWriter& writer, const content::Publication& item) {
  const auto& collection = page_of(writer, "publications");
  const auto authors = without_empty(item.authors);
  const auto kind = kind_text(writer, item);
  const auto doi = content::doi_url(item);
  const bool has_own_facts = !item.venue.empty() || !authors.empty() || !kind.empty() || !item.status.empty() ||
                             !doi.empty() || !item.links.empty();
  auto view = work_view(writer, collection, item, has_own_facts);
  view.set_optional("venue", item.venue)
      .set("has_one_author", item.authors.size() == 1)
      .set_optional("kind", kind)
      .set_optional("status", item.status)
      .set_optional("doi", doi.empty() ? doi : link_to(doi, item.doi));
  if (item.url == doi) view.set("link", false);
  set_items(view, "links", items_of(item.links));
  set_items(view, "authors", items_of("text", authors));
  auto parts = parts_of(writer, collection, item);
  parts.main = writer.fill("publication.html", view);
  parts.json_ld = page_json_ld(documents::work_json_ld(writer.host(), item, writer.host().canonical_url(parts.path)));
  return work_page(writer, item, parts);
}

Rendered render_work(PageWriter& writer, const content::Project& item) {
  const auto& collection = page_of(writer, "projects");
  const bool has_own_facts =
      !item.status.empty() || !item.language.empty() || !item.licence.empty() || !item.repository.empty();
  auto view = work_view(writer, collection, item, has_own_facts);
  view.set_optional("status", item.status)
      .set_optional("language", item.language)
      .set_optional("licence", item.licence)
      .set_optional("repository", link_to_address(item.repository));
  auto parts = parts_of(writer, collection, item);
  parts.main = writer.fill("project.html", view);
  parts.json_ld = page_json_ld(documents::work_json_ld(writer.host(), item, writer.host().canonical_url(parts.path)));
  return work_page(writer, item, parts);
}

}  // namespace agent_access::pages
