#include "pages/layout.hpp"

#include "content/labels.hpp"
#include "content/pages.hpp"
#include "content/static_file.hpp"
#include "documents/catalog_links.hpp"
#include "documents/paths.hpp"
#include "documents/text_template.hpp"
#include "pages/assets.hpp"
#include "pages/markup/html.hpp"
#include "pages/markup/label_html.hpp"

namespace agent_access::pages {

namespace {

constexpr std::string_view kPageFields =
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Origin-Agent-Cluster: ?1\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n";

// "page" for the page itself, "true" for the collection that an item belongs to.
std::string_view current_state(const content::Page& page, const PageParts& parts) noexcept {
  if (page.path == parts.path) return " aria-current=\"page\"";
  if (page.path == parts.section) return " aria-current=\"true\"";
  return {};
}

std::string navigation(const documents::HostView& view, const PageParts& parts) {
  std::string out;
  for (const auto& page : content::pages_of(view.settings, view.content)) {
    out += "<li><a href=\"" + render::escape_markup(page.path) + "\"" + std::string(current_state(page, parts)) + ">" +
           render::escape_markup(page.title) + "</a></li>\n";
  }
  return out;
}

std::string document_links(const documents::HostView& view) {
  std::string out;
  for (const auto& [document, listing] : documents::listed_in(view, documents::List::page_footer)) {
    out += "<li><a href=\"" + render::escape_markup(document.path) + "\">" + render::escape_markup(listing.title) +
           "</a></li>\n";
  }
  return out;
}

std::string tab_title(const documents::HostView& view, const PageParts& parts) {
  const auto& site = view.content.site;
  if (parts.path != "/") return parts.title + " · " + site.title;
  return site.tagline.empty() ? site.title : site.title + " · " + site.tagline;
}

std::string site_updated(const content::Labels& labels, const content::Date& updated) {
  if (updated.empty()) return {};
  return "<p>" + documents::fill(label_html(labels, "updated"), {{"date", time_element(labels, updated)}}) + "</p>";
}

/// What names the address of the page; a page that is shown at any path has none.
std::string address(const documents::HostView& view, const PageParts& parts) {
  if (parts.address == PageAddress::none) return "<meta name=\"robots\" content=\"noindex\">\n";
  const auto canonical = render::escape_markup(view.canonical_url(parts.path));
  const auto& portrait = view.content.site.design.portrait;
  const auto image = portrait.empty() ? std::string()
                                      : "<meta property=\"og:image\" content=\"" +
                                            render::escape_markup(view.canonical_url(portrait)) + "\">\n";
  return "<link rel=\"canonical\" href=\"" + canonical + "\">\n<meta property=\"og:url\" content=\"" + canonical +
         "\">\n" + image;
}

/// The links that the settings enable.
std::string link_elements(const content::Settings& settings, const PageParts& parts) {
  std::string out;
  if (settings.conventions.page_markdown && parts.address == PageAddress::own) {
    out += "<link rel=\"alternate\" type=\"text/markdown\" href=\"" +
           render::escape_markup(content::markdown_path_of(parts.path)) + "\" title=\"Markdown\">\n";
  }
  for (const auto& [relation, path, type] : documents::catalog_links(settings)) {
    out.append("<link rel=\"").append(relation).append("\" type=\"").append(type);
    out.append("\" href=\"").append(path).append("\">\n");
  }
  return out;
}

std::string footer(const content::Site& site, const content::Labels& labels) {
  return site.design.footer.empty() ? label_html(labels, "no_tracking") : linked_text(site.design.footer);
}

/// The icon of the program is square; the size of the owner's images is that of site.css.
std::string_view logo_size(const content::Design& design) noexcept {
  const bool is_own = !design.logo.empty() || !design.favicon.empty();
  return is_own ? " height=\"28\"" : " width=\"28\" height=\"28\"";
}

}  // namespace

documents::Rendered render_layout(const documents::HostView& view, const PageParts& parts) {
  const auto& site = view.content.site;
  const content::Labels labels(site);
  const std::string icon = site.design.favicon.empty() ? std::string(documents::kIconPath) : site.design.favicon;
  const auto body =
      documents::fill(with_labels(asset("layout.html"), labels),
                      {{"language", render::escape_markup(site.language)},
                       {"direction", content::is_right_to_left(site.language) ? R"( dir="rtl")" : ""},
                       {"title", render::escape_markup(tab_title(view, parts))},
                       {"og_title", render::escape_markup(parts.title)},
                       {"description", render::escape_markup(parts.description)},
                       {"address", address(view, parts)},
                       {"icon", render::escape_markup(icon)},
                       {"icon_type", content::media_type_of(icon)},
                       {"logo", render::escape_markup(site.design.logo.empty() ? icon : site.design.logo)},
                       {"logo_size", logo_size(site.design)},
                       {"og_type", parts.og_type},
                       {"site_title", render::escape_markup(site.title)},
                       {"links", link_elements(view.settings, parts)},
                       {"head", parts.head},
                       {"json_ld", script_json(parts.json_ld)},
                       {"navigation", navigation(view, parts)},
                       {"main", parts.main},
                       {"documents", document_links(view)},
                       {"footer", footer(site, labels)},
                       {"updated", site_updated(labels, site.updated)}});
  return {parts.path, "text/html; charset=utf-8", body, std::string(kPageFields), documents::Kind::page, {}};
}

boost::json::object web_page_ld(const documents::HostView& view, std::string_view type, const PageParts& parts) {
  return {{"@context", "https://schema.org"},
          {"@type", type},
          {"@id", view.canonical_url(parts.path)},
          {"url", view.canonical_url(parts.path)},
          {"name", parts.title},
          {"description", parts.description},
          {"inLanguage", view.content.site.language},
          {"isPartOf", {{"@type", "WebSite"}, {"url", view.canonical_url("/")}, {"name", view.content.site.title}}}};
}

}  // namespace agent_access::pages
