#include "site/documents/markdown_parts.hpp"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <ios>
#include <sstream>

#include "base/text.hpp"
#include "oauth/types.hpp"
#include "site/content/pages.hpp"
#include "site/content/tools.hpp"
#include "site/documents/gated_resources.hpp"
#include "site/documents/paths.hpp"
#include "site/templates/template.hpp"
#include "site/templates/text.hpp"

namespace agent_access::documents {

namespace {

namespace bj = boost::json;

/// Limits the summary of a page, which may contain the owner's name.
constexpr std::size_t kLongestSummary = 300;
/// Of a description in a list of links.
constexpr std::size_t kLongestDescription = 500;

/// "- [title](url) (date): summary"; the title without a link if there is no address.
template <class Work>
std::string item_of(const HostView& view, const Work& work) {
  const auto path = path_of(view.settings, work);
  const std::string address = path.empty() ? work.url : view.url(text_path_of(view.settings, path));
  std::string item =
      "- " + (address.empty() ? templates::markdown_text(work.title) : templates::markdown_link(work.title, address));
  if (!work.date.empty()) item += " (" + templates::markdown_text(work.date) + ")";
  if (!work.summary.empty()) item += ": " + templates::markdown_text(work.summary);
  return item += '\n';
}

template <class Works>
std::string items_of(const HostView& view, const Works& works, std::size_t most) {
  std::string items;
  for (const auto& work : works) {
    const std::string item = item_of(view, work);
    if (item.size() > most - items.size()) break;
    items += item;
  }
  return items;
}

std::string item_of(const HostView& view, const GatedResource& resource) {
  std::string item = "- " + templates::markdown_link(resource.title, view.url(resource.path)) + " (scope `" +
                     std::string(resource.scope) + "`; " + form_of(resource) + ")";
  if (!resource.description.empty()) {
    item += ": " + templates::markdown_text(templates::clipped(resource.description, kLongestDescription));
  }
  if (resource.gate != nullptr && !resource.gate->openapi.empty()) {
    item += " " + templates::markdown_link("OpenAPI", openapi_url_of(view, *resource.gate));
  }
  return item += '\n';
}

bool is_required(const bj::object& schema, std::string_view name) {
  const auto* required = schema.if_contains("required");
  const auto* names = required == nullptr ? nullptr : required->if_array();
  return names != nullptr && std::ranges::find(*names, bj::value(name)) != names->end();
}

/// "string", or "one of " and the allowed values.
std::string type_of(const bj::object& input) {
  const auto* values = input.if_contains("enum");
  if (values == nullptr) return std::string(input.at("type").as_string());
  std::string text = "one of ";
  for (const auto& value : values->as_array()) {
    if (!text.ends_with("of ")) text += ", ";
    text += bj::serialize(value);
  }
  return text;
}

std::string limits_of(const bj::object& input) {
  std::string text;
  for (const auto* name : {"minLength", "maxLength", "minimum", "maximum", "default"}) {
    if (const auto* value = input.if_contains(name))
      text.append(", ").append(name).append(" ") += bj::serialize(*value);
  }
  return text;
}

/// The browser tools with their inputs.
std::vector<templates::View> tool_views() {
  std::vector<templates::View> tools;
  for (const auto& tool : content::browser_tools()) {
    const bj::object schema = bj::parse(tool.input_schema).as_object();
    std::vector<templates::View> inputs;
    for (const auto& [name, value] : schema.at("properties").as_object()) {
      const auto& input = value.as_object();
      inputs.push_back(templates::View()
                           .set("name", std::string_view(name))
                           .set("type", type_of(input))
                           .set("is_required", is_required(schema, name))
                           .set("limits", limits_of(input))
                           .set("description", std::string_view(input.at("description").as_string())));
    }
    tools.push_back(
        templates::View().set("name", tool.name).set("description", tool.description).set("inputs", inputs));
  }
  return tools;
}

std::string_view profile_summary(const HostView& view) {
  const std::string_view own = view.content.site.profile_summary;
  return own.empty() ? "What the owner publishes for registered clients." : own;
}

/// Addresses, names and constants, which every host has.
templates::View protocol_values(const HostView& view) {
  const std::string_view base_url = view.base_url();
  templates::View values;
  return values.set("base_url", base_url)
      .set("authority", base_url.substr(base_url.find("://") + 3))
      .set("profile_path", oauth::kProfilePath)
      .set("scope", oauth::kScope)
      .set("grant_type", oauth::kGrantType)
      .set("lifetime", std::to_string(oauth::kTokenLifetime.count()))
      .set("profile_summary", templates::clipped(profile_summary(view), kLongestSummary));
}

}  // namespace

templates::View guide_view(const HostView& view) {
  const content::Access& access = view.settings.access;
  const std::string gated = gated_items(view);
  templates::View values = protocol_values(view);
  values.set("has_pages", view.settings.has_pages)
      .set("has_not_found_page", view.settings.has_not_found_page)
      .set("has_mcp", view.settings.mcp.is_enabled)
      .set("has_access", !access.scopes.empty())
      .set("has_scopes", access.has_declared_scopes())
      .set("has_further", access.has_declared_scopes() || !gated.empty())
      .set("example", access.has_declared_scopes() ? access.scopes[1].name : std::string())
      .set("tools", tool_views());
  set_lines(values, "gated", gated);
  set_lines(values, "scope_request", templates::filled("guides/scope-request.md", values));
  set_lines(values, "errors", templates::filled("guides/errors.md", values));
  set_lines(values, "quick_start", templates::filled("guides/quick-start.sh", values));
  set_lines(values, "tools", templates::filled("guides/tools.md", values));
  return values;
}

std::string endpoint_table(const HostView& view, templates::View values) {
  std::vector<templates::View> gated;
  for (const auto& resource : gated_resources(view.settings)) {
    gated.push_back(templates::View()
                        .set("methods", resource.gate == nullptr ? "GET" : base::joined(resource.gate->methods))
                        .set("url", view.url(resource.path))
                        .set("scope", resource.scope)
                        .set("title", templates::clipped(resource.title, kLongestSummary)));
  }
  values.set("gated", gated).set("documents", listed_views(view, List::response_table));
  return templates::filled("guides/endpoints.md", values);
}

std::vector<templates::View> listed_views(const HostView& view, List list) {
  const templates::View values = protocol_values(view);
  std::vector<templates::View> views;
  for (const auto& [document, listing] : listed_in(view, list)) {
    views.push_back(templates::View()
                        .set("title", listing.title)
                        .set("url", view.url(document.path))
                        .set("text", templates::fill("listing.md", listing.text, values)));
  }
  return views;
}

std::vector<std::string> quick_start(const HostView& view) {
  std::istringstream lines(templates::filled("guides/quick-start.sh", protocol_values(view)));
  lines.exceptions(std::ios::badbit);  // without memory for a line
  std::vector<std::string> commands;
  for (std::string line; std::getline(lines, line);) commands.push_back(line);
  return commands;
}

std::vector<templates::View> fact_views(const std::vector<Fact>& facts) {
  std::vector<templates::View> views;
  for (const auto& [label, text] : facts) {
    if (!text.empty()) views.push_back(templates::View().set("label", label).set("text", text));
  }
  return views;
}

std::vector<templates::View> text_views(const std::vector<std::string>& texts) {
  std::vector<templates::View> views;
  for (const auto& text : texts) views.push_back(templates::View().set("text", text));
  return views;
}

std::vector<templates::View> link_views(const std::vector<content::Link>& links) {
  std::vector<templates::View> views;
  for (const auto& link : links) {
    views.push_back(templates::View().set("link", templates::markdown_link(link.title, link.url)));
  }
  return views;
}

void set_lines(templates::View& values, const std::string& name, std::string_view lines) {
  if (lines.ends_with('\n')) lines.remove_suffix(1);
  values.set_optional(name, lines);
}

std::string page_items(const HostView& view, bool has_summaries) {
  std::string items;
  for (const auto& page : pages_of(view.settings, view.content)) {
    items += "- " + templates::markdown_link(page.title, view.url(text_path_of(view.settings, page.path)));
    if (has_summaries) items += ": " + templates::markdown_text(templates::clipped(page.summary, kLongestSummary));
    items += '\n';
  }
  return items;
}

std::string publication_items(const HostView& view, std::size_t most) {
  return items_of(view, view.content.site.publications, most);
}

std::string project_items(const HostView& view, std::size_t most) {
  return items_of(view, view.content.site.projects, most);
}

std::string gated_items(const HostView& view, std::size_t most) {
  const auto resources = gated_resources(view.settings);
  std::string items;
  for (std::size_t at = 0; at < resources.size(); ++at) {
    const std::string item = item_of(view, resources[at]);
    if (item.size() > most - items.size()) {
      items += "- " + std::to_string(resources.size() - at) + " more: " + view.url(kAuthMdPath) + "\n";
      break;
    }
    items += item;
  }
  return items;
}

std::string text_list(const std::vector<std::string>& texts) { return templates::markdown_text(base::joined(texts)); }

std::string link_to(const std::string& url) { return url.empty() ? url : templates::markdown_link("", url); }

}  // namespace agent_access::documents
