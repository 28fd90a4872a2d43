#include "site/pages/page_writer.hpp"

#include <array>
#include <span>

#include "site/content/static_file.hpp"
#include "site/documents/metadata.hpp"
#include "site/documents/paths.hpp"
#include "site/pages/html.hpp"
#include "site/templates/assets.hpp"

namespace agent_access::pages {
namespace {

using content::LabelValue;
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

struct FilledLabel {
  std::string_view view_name;
  std::string_view label;
  LabelValue value;
};

/// A label that the templates show several times, each with another value.
constexpr std::array<FilledLabel, 5> kFilledLabels = {{
    {"copy_step_1", "copy_step", {"number", "1"}},
    {"copy_step_2", "copy_step", {"number", "2"}},
    {"copy_step_3", "copy_step", {"number", "3"}},
    {"example_response_200", "example_response", {"status", "200 OK"}},
    {"example_response_201", "example_response", {"status", "201 Created"}},
}};

/// Every label as HTML by its name, with what a placeholder of that name always stands for: `label` for element
/// content, `attribute` for values of attributes.
void set_labels(View& values, const content::Labels& labels, const documents::HostView& host) {
  const std::string name = templates::escape_markup(host.content.site.owner.name);
  const std::string issuer = host.settings.issuer ? host.issuer() : std::string();
  const std::string jwks = "<a href=\"" + issuer + std::string(documents::kJwksPath) + "\">jwks.json</a>";
  const auto link_to_file = [](std::string_view path) { return link_to(path, path.substr(1)); };
  const std::string auth = link_to_file(documents::kAuthMdPath);
  const std::string openapi = link_to_file(documents::kOpenapiPath);
  const std::string llms = link_to_file(documents::kLlmsPath);
  const std::array<LabelValue, 6> placeholders = {{
      {"name", name},
      {"auth", auth},
      {"openapi", openapi},
      {"jwks", jwks},
      {"llms", llms},
      {"webmcp", R"(<a href="https://webmachinelearning.github.io/webmcp/" rel="external noopener">WebMCP</a>)"},
  }};
  View texts;
  View attributes;
  const auto add = [&](const std::string& view_name, std::string_view label, std::span<const LabelValue> html) {
    attributes.set(view_name, label_attribute(labels, label, html));
    texts.set(view_name, label_html(labels, label, html));
  };
  for (const auto& label : content::label_names()) add(label, label, placeholders);
  for (const auto& filled : kFilledLabels) add(std::string(filled.view_name), filled.label, {&filled.value, 1});
  values.set("label", texts).set("attribute", attributes);
}

/// The values that the layout has on every page, and the labels.
View shared_view(const documents::HostView& host, const content::Labels& labels) {
  const auto& site = host.content.site;
  const auto& design = site.design;
  const std::string icon = design.favicon.empty() ? std::string(documents::kIconPath) : design.favicon;
  const std::string& picture = design.portrait.empty() ? design.logo : design.portrait;
  const std::string no_tracking = label_html(labels, "no_tracking", {});
  View values = documents::settings_view(host);
  set_labels(values, labels, host);
  return values.set("language", site.language)
      .set("is_demo", host.settings.preview.is_demo)
      .set("is_right_to_left", content::is_right_to_left(site.language))
      .set("site_title", site.title)
      .set("icon", icon)
      .set("icon_type", content::media_type_of(icon))
      .set("logo", design.logo.empty() ? icon : design.logo)
      // The icon of the program is square; the size of the owner's images is that of site.css.
      .set("has_own_logo", !design.logo.empty() || !design.favicon.empty())
      .set_optional("picture", picture.empty() ? picture : host.canonical_url(picture))
      .set_optional("site_updated", updated_html(labels, site.updated))
      .set("footer", design.footer.empty() ? no_tracking : linked_text(design.footer));
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

std::string updated_html(const content::Labels& labels, const content::Date& date) {
  if (date.empty()) return {};
  const std::string time = time_element(labels, date);
  const LabelValue value{"date", time};
  return label_html(labels, "updated", {&value, 1});
}

PageWriter::PageWriter(const documents::HostView& host)
    : host_(host),
      labels_(host.content.site),
      pages_(content::pages_of(host.settings, host.content)),
      shared_(shared_view(host, labels_)) {}

std::string PageWriter::fill(std::string_view name, const View& view) {
  auto found = templates_.find(name);
  if (found == templates_.end()) {
    const std::string path = "pages/" + std::string(name);
    found = templates_.try_emplace(std::string(name), path, templates::asset(path)).first;
  }
  return found->second.fill(view, shared_);
}

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
          .set("json_ld", script_json(parts.json_ld))
          .set_optional("place_ld", has_address && parts.path != "/" ? script_json(place_ld(parts)) : std::string())
          .set("navigation", navigation(pages_, parts))
          .set("main", parts.main);
  return {parts.path,
          std::string(documents::kHtmlType),
          fill("layout.html", view),
          page_fields(host_.settings),
          documents::Kind::page,
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

void set_items(View& view, const std::string& name, const std::vector<View>& items) {
  if (items.empty()) {
    view.set(name, false);
  } else {
    view.set(name, View().set("items", items));
  }
}

std::vector<View> items_of(const std::string& name, const std::vector<std::string>& texts) {
  std::vector<View> items;
  for (const auto& text : texts) items.push_back(View().set(name, text).set("is_first", items.empty()));
  return items;
}

std::vector<View> items_of(const std::vector<content::Link>& links) {
  std::vector<View> items;
  for (const auto& link : links) {
    items.push_back(View()
                        .set("html", link_to(link.url, link.title))
                        .set_optional("summary", link.summary)
                        .set("is_first", items.empty()));
  }
  return items;
}

std::vector<View> linked_paragraphs(const content::Paragraphs& texts) {
  std::vector<View> items;
  for (const auto& text : texts) items.push_back(View().set("html", linked_text(text)));
  return items;
}

}  // namespace agent_access::pages
