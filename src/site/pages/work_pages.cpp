#include "site/pages/work_pages.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "site/content/work_view.hpp"
#include "site/content/works.hpp"
#include "site/documents/work_json_ld.hpp"
#include "site/pages/citation.hpp"

namespace agent_access::pages {
namespace {

namespace bj = boost::json;
using documents::Rendered;
using templates::View;

/// More publications have a heading for each year, and only what a row of two lines has.
constexpr std::size_t kMostWithoutYears = 40;
constexpr content::NameLimit kNamesOfRow = {.most = 5, .first = 3};
constexpr std::string_view kForthcoming = "forthcoming";
constexpr std::string_view kUndated = "undated";

template <class Work>
std::string list_of(PageWriter& writer, const std::vector<Work>& all, std::size_t most, std::string_view heading,
                    std::string_view name) {
  std::vector<View> works;
  works.reserve(std::min(most, all.size()));
  for (const auto& work : std::span(all).first(std::min(most, all.size()))) {
    works.push_back(content::listed_view(work, content::path_of(writer.host().settings, work), writer.html()));
  }
  return writer.part(name, View().set("heading", heading).set("works", std::move(works)));
}

/// "2034"; of a publication without a date, which is to appear or has none at all.
std::string year_of(const content::Publication& work) {
  if (!work.date.empty()) return work.date.substr(0, 4);
  return std::string(work.status.empty() ? kUndated : kForthcoming);
}

/// The heading of a year; of what is to appear the owner's words for that.
std::string title_of(const PageWriter& writer, const std::string& year) {
  if (year == kUndated) return std::string(writer.labels().text("undated"));
  if (year != kForthcoming) return content::date_text(writer.labels(), year);
  std::vector<std::string> states;
  for (const auto& work : writer.site().publications) {
    if (work.date.empty()) base::add_once(states, work.status);
  }
  return base::joined(states);
}

/// A publication below the heading of its year: without a time that the heading says.
View row_of(const PageWriter& writer, const content::Publication& work, const std::string& title) {
  View row = content::row_view(work, content::path_of(writer.host().settings, work), writer.html(), kNamesOfRow);
  if (content::date_text(writer.labels(), content::time_or_status(work)) == title) row.set("time", false);
  return row;
}

std::string list_by_year(PageWriter& writer) {
  const auto& all = writer.site().publications;
  std::vector<View> years;
  for (auto first = all.begin(); first != all.end();) {
    const std::string year = year_of(*first);
    const std::string title = title_of(writer, year);
    std::vector<View> works;
    for (; first != all.end() && year_of(*first) == year; ++first) works.push_back(row_of(writer, *first, title));
    years.push_back(View().set("id", "year-" + year).set("title", title).set("works", std::move(works)));
  }
  return writer.part("years.html", View().set("years", std::move(years)));
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

/// Precondition: the site has works of that kind, so that it has the page.
const content::Page& collection_of(const PageWriter& writer, std::string_view slug) {
  return *std::ranges::find(writer.pages(), slug, &content::Page::slug);
}

template <class Work>
Rendered work_page(PageWriter& writer, const Work& work, std::string_view slug, std::string citation) {
  const content::Page& collection = collection_of(writer, slug);
  const std::string path = content::path_of(writer.host().settings, work);
  View view = content::work_view(work, path, writer.html());
  view.set("collection", collection.path)
      .set("collection_title", collection.title)
      .set("is_publication", slug == "publications");
  // Without a description it is the title, because search engines expect a different one on each page.
  const std::string description = content::description_of(work);
  PageParts parts{path, collection.path, work.title, description.empty() ? work.title : description};
  parts.og_type = "article";
  parts.citation = std::move(citation);
  parts.main = writer.fill("work.html", view);
  parts.json_ld = page_json_ld(documents::work_json_ld(writer.host(), work, writer.host().canonical_url(path)));
  return writer.page(parts);
}

}  // namespace

std::string publication_list(PageWriter& writer, std::size_t most, std::string_view heading) {
  return list_of(writer, writer.site().publications, most, heading, "publication-list.html");
}

std::string project_list(PageWriter& writer, std::size_t most, std::string_view heading) {
  return list_of(writer, writer.site().projects, most, heading, "project-list.html");
}

Rendered render_publications(PageWriter& writer, const content::Page& page) {
  const std::size_t size = writer.site().publications.size();
  return render_collection(writer, page,
                           size > kMostWithoutYears ? list_by_year(writer) : publication_list(writer, size, "h2"));
}

Rendered render_projects(PageWriter& writer, const content::Page& page) {
  return render_collection(writer, page, project_list(writer, writer.site().projects.size(), "h2"));
}

Rendered render_work(PageWriter& writer, const content::Publication& work) {
  return work_page(writer, work, "publications", citation_elements(writer.host(), work));
}

Rendered render_work(PageWriter& writer, const content::Project& work) {
  return work_page(writer, work, "projects", {});
}

}  // namespace agent_access::pages
