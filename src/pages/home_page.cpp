#include "pages/home_page.hpp"

#include <algorithm>
#include <span>

#include "documents/site/home_markdown.hpp"
#include "documents/site/json_ld.hpp"
#include "documents/text_template.hpp"
#include "pages/assets.hpp"
#include "pages/html.hpp"
#include "pages/layout.hpp"
#include "pages/work_lists.hpp"

namespace agent_access::pages {

namespace {

constexpr std::size_t kLatest = 3;

constexpr std::string_view kHomeHead =
    "<link rel=\"alternate\" type=\"text/markdown\" href=\"/\" title=\"Markdown\">\n";

constexpr std::string_view kLatestSection = R"(<section class="latest" aria-labelledby="{{id}}">
<div class="section-head">
<h2 id="{{id}}">{{title}}</h2>
{{all}}</div>
{{list}}</section>
)";

std::string fact(std::string_view name, const std::string& html) {
  return html.empty() ? html : "<div><dt>" + std::string(name) + "</dt><dd>" + html + "</dd></div>\n";
}

std::string elsewhere(const content::Site& site) {
  std::vector<std::string> links;
  for (const auto& link : site.links) links.push_back(link_to(link.url, link.title));
  if (links.empty()) {
    for (const auto& url : site.owner.same_as) links.push_back(link_to_address(url));
  }
  return join(links, "<br>");
}

std::string facts(const content::Site& site) {
  const auto& owner = site.owner;
  const auto list = fact("Works as", escape_markup(owner.job_title)) +
                    fact("Works for", escape_markup(owner.works_for)) +
                    fact("Lives in", escape_markup(owner.kind == content::OwnerKind::person ? owner.location : "")) +
                    fact("Based in", escape_markup(owner.kind == content::OwnerKind::person ? "" : owner.location)) +
                    fact("Knows about", chips(owner.knows_about)) + fact("Elsewhere", elsewhere(site));
  return list.empty() ? list : "<dl class=\"facts\">\n" + list + "</dl>\n";
}

std::string latest(std::string_view id, std::string_view title, std::string_view path, std::size_t count,
                   const std::string& list) {
  if (count == 0) return {};
  const std::string all =
      "<p><a class=\"more\" href=\"" + std::string(path) + "\">All " + std::string(id) + "</a></p>\n";
  return documents::fill(
      kLatestSection, {{"id", id}, {"title", title}, {"all", count > kLatest ? all : std::string()}, {"list", list}});
}

template <typename Work>
std::span<const Work> newest(const std::vector<Work>& works) {
  return std::span(works).first(std::min(kLatest, works.size()));
}

/// The Link field (RFC 8288) to the documents for programs: RFC 9727 (api-catalog), RFC 8631 (service-*).
std::string link_field(const documents::HostView& view) {
  std::string field;
  for (const auto& [document, listing] : documents::listed_in(view.published, documents::List::home_link_field)) {
    field.append(field.empty() ? "Link: <" : ", <").append(document.path);
    field.append(">; rel=\"").append(listing.title).append("\"");
    if (!listing.type.empty()) field.append("; type=\"").append(listing.type).append("\"");
  }
  return field.empty() ? field : field + "\r\n";
}

std::string home_main(const documents::HostView& view) {
  const auto& site = view.content.site;
  const auto publications = publication_list(view, newest(site.publications), HeadingLevel::h3);
  const auto projects = project_list(view, newest(site.projects), HeadingLevel::h3);
  return documents::fill(
      asset("home.html"),
      {{"name", escape_markup(site.owner.name)},
       {"tagline", paragraph("tagline", escape_markup(site.tagline))},
       {"summary", paragraph("lead", linked_text(site.owner.summary))},
       {"about", paragraphs(site.owner.about)},
       {"facts", facts(site)},
       {"publications",
        latest("publications", "Latest publications", "/publications", site.publications.size(), publications)},
       {"projects", latest("projects", "Latest projects", "/projects", site.projects.size(), projects)},
       {"base_url", escape_markup(view.base_url())}});
}

}  // namespace

documents::Rendered render_home(const documents::HostView& view, const content::Page& page) {
  const auto& site = view.content.site;
  const auto& description = site.owner.summary.empty() ? page.summary : site.owner.summary;
  PageParts parts{page.path, page.path, site.title, description, home_main(view), documents::json_ld(view)};
  parts.og_type = "profile";
  parts.head = kHomeHead;
  auto rendered = render_layout(view, parts);
  rendered.extra_fields += link_field(view);
  rendered.markdown = documents::render_home_markdown(view);
  return rendered;
}

}  // namespace agent_access::pages
