#include "pages/home_page.hpp"

#include <algorithm>
#include <span>

#include "content/labels.hpp"
#include "documents/catalog_links.hpp"
#include "documents/site/home_markdown.hpp"
#include "documents/site/json_ld.hpp"
#include "documents/text_template.hpp"
#include "pages/assets.hpp"
#include "pages/layout.hpp"
#include "pages/markup/html.hpp"
#include "pages/markup/label_html.hpp"
#include "pages/work_lists.hpp"

namespace agent_access::pages {

namespace {

constexpr std::size_t kLatest = 3;

constexpr std::string_view kHomeHead =
    "<link rel=\"alternate\" type=\"text/markdown\" href=\"/\" title=\"Markdown\">\n";

constexpr std::string_view kAbout = R"(<section class="prose" aria-labelledby="about">
<h2 id="about">{{title}}</h2>
{{text}}</section>
)";

constexpr std::string_view kLatestSection = R"(<section class="latest" aria-labelledby="{{id}}">
<div class="section-head">
<h2 id="{{id}}">{{title}}</h2>
{{all}}</div>
{{list}}</section>
)";

std::string fact(const std::string& name, const std::string& html) {
  return html.empty() ? html : "<div><dt>" + name + "</dt><dd>" + html + "</dd></div>\n";
}

std::string elsewhere(const content::Site& site) {
  std::vector<std::string> links;
  for (const auto& link : site.links) links.push_back(link_to(link.url, link.title));
  if (links.empty()) {
    for (const auto& url : site.owner.same_as) links.push_back(link_to_address(url));
  }
  return join(links, "<br>");
}

std::string facts(const content::Site& site, const content::Labels& labels) {
  const auto& owner = site.owner;
  const auto place = owner.kind == content::OwnerKind::person ? "lives_in" : "based_in";
  const auto list = fact(label_html(labels, "works_as"), render::escape_markup(owner.job_title)) +
                    fact(label_html(labels, "works_for"), render::escape_markup(owner.works_for)) +
                    fact(label_html(labels, place), render::escape_markup(owner.location)) +
                    fact(label_html(labels, "knows_about"), chips(owner.knows_about)) +
                    fact(label_html(labels, "elsewhere"), elsewhere(site));
  return list.empty() ? list : "<dl class=\"facts\">\n" + list + "</dl>\n";
}

/// The text about the owner beside the facts; without either there is no part.
std::string introduction(const content::Site& site, const content::Labels& labels) {
  const auto text = paragraphs(site.owner.about);
  const auto about =
      text.empty() ? text : documents::fill(kAbout, {{"title", label_html(labels, "about")}, {"text", text}});
  const auto both = about + facts(site, labels);
  return both.empty() ? both : "<div class=\"item-columns\">\n" + both + "</div>\n";
}

std::string portrait(const content::Site& site, const content::Labels& labels) {
  if (site.design.portrait.empty()) return {};
  const auto& name = site.owner.name;
  const auto text = site.owner.kind == content::OwnerKind::person ? labels.text("portrait_of", {{"name", name}}) : name;
  return "<img class=\"portrait\" src=\"" + render::escape_markup(site.design.portrait) + "\" alt=\"" +
         render::escape_markup(text) + "\" width=\"192\" height=\"192\">\n";
}

std::string hero_classes(const content::Design& design) {
  return std::string(design.has_motif ? "" : " plain") + (design.portrait.empty() ? "" : " pictured");
}

/// `id` is "publications" or "projects": of the section, of its labels, and, with a slash, of the page with all of
/// them.
std::string latest(const content::Labels& labels, const std::string& id, std::size_t count, const std::string& list) {
  if (count == 0) return {};
  const std::string all = "<p><a class=\"more\" href=\"/" + id + "\">" + label_html(labels, "all_" + id) + "</a></p>\n";
  return documents::fill(kLatestSection, {{"id", id},
                                          {"title", label_html(labels, "latest_" + id)},
                                          {"all", count > kLatest ? all : std::string()},
                                          {"list", list}});
}

template <typename Work>
std::span<const Work> newest(const std::vector<Work>& works) {
  return std::span(works).first(std::min(kLatest, works.size()));
}

void append_link(std::string& field, std::string_view path, std::string_view relation, std::string_view type) {
  field.append(field.empty() ? "Link: <" : ", <").append(path);
  field.append(">; rel=\"").append(relation).append("\"");
  if (!type.empty()) field.append("; type=\"").append(type).append("\"");
}

/// The Link field (RFC 8288) to the documents for programs: RFC 9727 (api-catalog), RFC 8631 (service-*), ARD.
std::string link_field(const documents::HostView& view) {
  std::string field;
  for (const auto& [document, listing] : documents::listed_in(view, documents::List::home_link_field)) {
    append_link(field, document.path, listing.title, listing.type);
  }
  for (const auto& [relation, path, type] : documents::catalog_links(view.settings)) {
    append_link(field, path, relation, type);
  }
  return field.empty() ? field : field + "\r\n";
}

std::string home_main(const documents::HostView& view, const content::Labels& labels) {
  const auto& site = view.content.site;
  const auto publications = publication_list(view, newest(site.publications), HeadingLevel::h3);
  const auto projects = project_list(view, newest(site.projects), HeadingLevel::h3);
  return documents::fill(with_labels(asset("home.html"), labels),
                         {{"hero_class", hero_classes(site.design)},
                          {"name", render::escape_markup(site.owner.name)},
                          {"tagline", paragraph("tagline", render::escape_markup(site.tagline))},
                          {"summary", paragraph("lead", linked_text(site.owner.summary))},
                          {"portrait", portrait(site, labels)},
                          {"introduction", introduction(site, labels)},
                          {"publications", latest(labels, "publications", site.publications.size(), publications)},
                          {"projects", latest(labels, "projects", site.projects.size(), projects)},
                          {"base_url", render::escape_markup(view.base_url())}});
}

}  // namespace

documents::Rendered render_home(const documents::HostView& view, const content::Page& page) {
  const auto& site = view.content.site;
  const auto& description = site.owner.summary.empty() ? page.summary : site.owner.summary;
  PageParts parts{
      page.path, page.path, site.title, description, home_main(view, content::Labels(site)), documents::json_ld(view)};
  parts.og_type = "profile";
  if (!view.settings.conventions.page_markdown) parts.head = kHomeHead;
  auto rendered = render_layout(view, parts);
  rendered.extra_fields += link_field(view);
  rendered.markdown = documents::render_home_markdown(view);
  return rendered;
}

}  // namespace agent_access::pages
