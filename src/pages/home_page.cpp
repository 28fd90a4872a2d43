#include <string>
#include <vector>

#include "documents/host_view.hpp"
#include "documents/site.hpp"
#include "pages/html.hpp"
#include "pages/renderers.hpp"

namespace agent_access::pages {

namespace {

using render::View;

constexpr std::size_t kLatest = 3;

/// The owner's links, or without them the addresses of the owner elsewhere.
std::vector<std::string> elsewhere(const content::Site& site) {
  std::vector<std::string> links;
  for (const auto& link : site.links) links.push_back(link_to(link.url, link.title));
  if (links.empty()) {
    for (const auto& url : site.owner.same_as) links.push_back(link_to_address(url));
  }
  std::erase(links, std::string());
  return links;
}

/// The text about the owner beside the facts; without either there is no part.
void set_introduction(View& view, const content::Site& site) {
  const auto& owner = site.owner;
  const auto links = elsewhere(site);
  const bool has_facts = !owner.job_title.empty() || !owner.works_for.empty() || !owner.location.empty() ||
                         !owner.knows_about.empty() || !links.empty();
  view.set("introduction", has_facts || !owner.about.empty())
      .set("facts", has_facts)
      .set_optional("works_as", owner.job_title)
      .set_optional("works_for", owner.works_for)
      .set("is_person", owner.kind == content::OwnerKind::person)
      .set_optional("place", owner.location);
  set_items(view, "about", linked_paragraphs(owner.about));
  set_items(view, "knows_about", items_of("text", owner.knows_about));
  set_items(view, "elsewhere", items_of("html", links));
}

void set_portrait(View& view, const PageWriter& writer) {
  const auto& name = writer.site().owner.name;
  const bool is_person = writer.site().owner.kind == content::OwnerKind::person;
  view.set_optional("portrait", writer.site().design.portrait)
      .set("portrait_text", is_person ? writer.labels().text("portrait_of", {{"name", name}}) : name);
}

void set_latest(View& view, const std::string& name, std::size_t count, const std::string& list) {
  if (count == 0) {
    view.set(name, false);
  } else {
    view.set(name, View().set("has_more", count > kLatest).set("list", list));
  }
}

void append_link(std::string& field, std::string_view path, std::string_view relation, std::string_view type) {
  field.append(field.empty() ? "Link: <" : ", <").append(path);
  field.append(">; rel=\"").append(relation).append("\"");
  if (!type.empty()) field.append("; type=\"").append(type).append("\"");
}

/// The Link field (RFC 8288) to the documents for programs: RFC 9727 (api-catalog), RFC 8631 (service-*), ARD.
std::string link_field(const documents::HostView& host) {
  std::string field;
  for (const auto& [document, listing] : documents::listed_in(host, documents::List::home_link_field)) {
    append_link(field, document.path, listing.title, listing.type);
  }
  for (const auto& [relation, path, type] : documents::catalog_links(host.settings)) {
    append_link(field, path, relation, type);
  }
  return field.empty() ? field : field + "\r\n";
}

std::string home_main(PageWriter& writer) {
  const auto& site = writer.site();
  auto view = View()
                  .set("is_plain", !site.design.has_motif)
                  .set("name", site.owner.name)
                  .set_optional("tagline", site.tagline)
                  .set_optional("summary", linked_text(site.owner.summary))
                  .set("base_url", writer.host().base_url());
  set_portrait(view, writer);
  set_introduction(view, site);
  set_latest(view, "publications", site.publications.size(), publication_list(writer, kLatest, "h3"));
  set_latest(view, "projects", site.projects.size(), project_list(writer, kLatest, "h3"));
  return writer.fill("home.html", view);
}

}  // namespace

documents::Rendered render_home(PageWriter& writer, const content::Page& page) {
  const auto& site = writer.site();
  PageParts parts{page.path, page.path, site.title, site.owner.summary.empty() ? page.summary : site.owner.summary};
  parts.main = home_main(writer);
  parts.json_ld = documents::json_ld(writer.host());
  parts.og_type = "profile";
  auto rendered = writer.page(parts);
  rendered.extra_fields += link_field(writer.host());
  rendered.markdown = documents::render_home_markdown(writer.host());
  return rendered;
}

}  // namespace agent_access::pages
