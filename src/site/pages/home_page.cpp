#include "site/pages/home_page.hpp"

#include "http/fields.hpp"
#include "site/content/view.hpp"
#include "site/documents/json_ld.hpp"
#include "site/documents/paths.hpp"
#include "site/pages/work_pages.hpp"

namespace agent_access::pages {
namespace {

using templates::View;

constexpr std::size_t kLatest = 3;

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

std::string home_main(PageWriter& writer) {
  const auto& site = writer.site();
  View view;
  content::set_owner(view, site, writer.html());
  view.set("is_plain", !site.design.has_motif);
  set_portrait(view, writer);
  set_latest(view, "publications", site.publications.size(), publication_list(writer, kLatest, "h3"));
  set_latest(view, "projects", site.projects.size(), project_list(writer, kLatest, "h3"));
  return writer.fill("home.html", view);
}

}  // namespace

std::string home_links(const content::Settings& settings) {
  std::string field = "Link: <" + std::string(documents::kApiCatalogPath) + R"(>; rel="api-catalog")";
  const auto add = [&field](std::string_view path, std::string_view relation, std::string_view type) {
    http::append(field, ", <", path, R"(>; rel=")", relation, R"("; type=")", type, "\"");
  };
  add(documents::kOpenapiPath, "service-desc", "application/json");
  add(settings.has_profile ? documents::kAuthMdPath : documents::kAgentsMdPath, "service-doc", "text/markdown");
  add(documents::kLlmsPath, "describedby", "text/plain");
  if (settings.has_pages) add(documents::kSitemapPath, "sitemap", "application/xml");
  if (settings.conventions.ard) {
    add(documents::kArdPath, "ard", "application/json");
    add(documents::kAiCatalogPath, "ai-catalog", documents::kAiCatalogType);
  }
  return field + "\r\n";
}

documents::Rendered render_home(PageWriter& writer, const content::Page& page) {
  const auto& site = writer.site();
  PageParts parts{page.path, page.path, site.title, site.owner.summary.empty() ? page.summary : site.owner.summary};
  parts.main = home_main(writer);
  parts.json_ld = documents::json_ld(writer.host());
  parts.og_type = "profile";
  auto rendered = writer.page(parts);
  rendered.extra_fields += home_links(writer.host().settings);
  return rendered;
}

}  // namespace agent_access::pages
