#include "site/pages/page_writer.hpp"

#include <span>

#include "site/content/static_file.hpp"
#include "site/documents/json_ld.hpp"
#include "site/documents/paths.hpp"
#include "site/documents/settings_view.hpp"
#include "site/guides/labels_view.hpp"

namespace agent_access::pages {
namespace {

using templates::View;

/// Scripts connect to this host, and for tokens and the profile to an issuer elsewhere.
std::string page_fields(const content::Settings& settings) {
  return "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
         "connect-src 'self'" +
         (settings.issuer ? " " + settings.issuer->text() : std::string()) +
         "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
         "Referrer-Policy: no-referrer\r\n"
         "Origin-Agent-Cluster: ?1\r\n"
         "Cross-Origin-Opener-Policy: same-origin\r\n";
}

/// The values that the layout has on every page, and the labels.
View shared_view(const documents::HostView& host, const Html& html) {
  const auto& site = host.content.site;
  const auto& design = site.design;
  const std::string icon = design.favicon.empty() ? std::string(documents::kIconPath) : design.favicon;
  const std::string& picture = design.portrait.empty() ? design.logo : design.portrait;
  const std::string no_tracking = html.label("no_tracking", {});
  const std::string updated = html.date(site.updated);
  const auto attribute = [&html](std::string_view name, std::span<const content::LabelValue> values) {
    return label_attribute(html.labels(), name, values);
  };
  return documents::settings_view(host)
      .set("label", documents::labels_view(host, html))
      .set("attribute", documents::labels_view(host, html, attribute))
      .set("language", site.language)
      .set("is_demo", host.settings.preview.is_demo)
      .set("is_right_to_left", content::is_right_to_left(site.language))
      .set("site_title", site.title)
      .set("icon", icon)
      .set("icon_type", content::media_type_of(icon))
      .set("logo", design.logo.empty() ? icon : design.logo)
      // The icon of the program is square; the size of the owner's images is that of site.css.
      .set("has_own_logo", !design.logo.empty() || !design.favicon.empty())
      .set_optional("picture", picture.empty() ? picture : host.canonical_url(picture))
      .set_optional("site_updated", updated.empty() ? updated : html.label_with("updated", {"date", updated}))
      .set("footer", design.footer.empty() ? no_tracking : html.prose(design.footer));
}

/// The page itself is marked, and the collection that an item belongs to.
std::vector<View> navigation(const std::vector<content::Page>& pages, const PageParts& parts) {
  std::vector<View> items;
  for (const auto& page : pages) {
    const bool is_this_page = page.path == parts.path;
    items.push_back(View()
                        .set("path", page.path)
                        .set("title", page.title)
                        .set("is_foreign", page.is_foreign)
                        .set("is_this_page", is_this_page)
                        .set("is_collection", !is_this_page && page.path == parts.section));
  }
  return items;
}

/// Search engines and assistants expect at least 50 characters: a shorter text also names the site.
std::string long_description(const content::Site& site, std::string text) {
  constexpr std::size_t kShortest = 50;
  for (const std::string& more : {site.title, site.tagline}) {
    if (text.size() < kShortest && !more.empty() && more != text) text += " · " + more;
  }
  return text;
}

std::string tab_title(const content::Site& site, const PageParts& parts) {
  if (parts.path != "/") return parts.title + " · " + site.title;
  return site.tagline.empty() ? site.title : site.title + " · " + site.tagline;
}

}  // namespace

PageWriter::PageWriter(const documents::HostView& host)
    : host_(host),
      html_(content::Labels(host.content.site)),
      pages_(content::pages_of(host.settings, host.content)),
      templates_("pages/", shared_view(host, html_)) {}

std::string PageWriter::part(std::string_view name, const View& view) {
  std::string html = fill(name, view);
  html.pop_back();
  return html;
}

documents::Rendered PageWriter::page(const PageParts& parts) {
  const bool has_address = parts.address == PageAddress::own;
  const bool has_markdown_path = has_address && host_.settings.conventions.page_markdown;
  const auto view =
      View()
          .set("tab_title", tab_title(site(), parts))
          .set("title", parts.title)
          .set("description", long_description(site(), parts.description))
          .set_optional("address", has_address ? host_.canonical_url(parts.path) : std::string())
          .set_optional("markdown_path", has_markdown_path ? content::markdown_path_of(parts.path) : std::string())
          .set("is_home_as_markdown", parts.path == "/" && !host_.settings.conventions.page_markdown)
          .set_optional("script_labels", parts.script_labels)
          .set("og_type", parts.og_type)
          .set_optional("citation", parts.citation)
          .set("json_ld", script_json(parts.json_ld))
          .set_optional("place_ld", has_address && parts.path != "/" ? script_json(place_ld(parts)) : std::string())
          .set("navigation", navigation(pages_, parts))
          .set("main", parts.main);
  return {parts.path,
          std::string(documents::kHtmlType),
          fill("layout.html", view),
          page_fields(host_.settings),
          documents::DocumentKind::page,
          {}};
}

boost::json::object PageWriter::place_ld(const PageParts& parts) const {
  const std::string address = host_.canonical_url(parts.path);
  boost::json::array crumbs;
  const auto add_crumb = [&](const std::string& path, const std::string& title) {
    crumbs.push_back(
        {{"@type", "ListItem"}, {"position", crumbs.size() + 1}, {"name", title}, {"item", host_.canonical_url(path)}});
  };
  for (const auto& page : pages_) {
    const bool is_above = page.path == "/" || (page.path == parts.section && page.path != parts.path);
    if (is_above) add_crumb(page.path, page.title);
  }
  add_crumb(parts.path, parts.title);
  boost::json::object page = {{"@type", "WebPage"}, {"@id", address + "#webpage"}, {"url", address}};
  const auto& updated = parts.path == "/faq" ? host_.content.faq.updated : site().updated;
  if (!updated.empty()) page["dateModified"] = updated;
  page["breadcrumb"] = {{"@id", address + "#breadcrumb"}};
  return {{"@context", "https://schema.org"},
          {"@graph",
           {std::move(page),
            {{"@type", "BreadcrumbList"}, {"@id", address + "#breadcrumb"}, {"itemListElement", std::move(crumbs)}}}}};
}

boost::json::object PageWriter::web_page_ld(std::string_view type, const PageParts& parts) const {
  return {{"@context", "https://schema.org"},
          {"@type", type},
          {"@id", host_.canonical_url(parts.path)},
          {"url", host_.canonical_url(parts.path)},
          {"name", parts.title},
          {"description", parts.description},
          {"inLanguage", site().language},
          {"isPartOf", documents::web_site(host_, host_.canonical_url({}))}};
}

}  // namespace agent_access::pages
