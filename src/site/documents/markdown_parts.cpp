#include "site/documents/markdown_parts.hpp"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <type_traits>
#include <utility>

#include "base/text.hpp"
#include "oauth/types.hpp"
#include "site/content/pages.hpp"
#include "site/content/tools.hpp"
#include "site/content/works.hpp"
#include "site/documents/gated_resources.hpp"
#include "site/documents/metadata.hpp"
#include "site/documents/paths.hpp"
#include "site/templates/text.hpp"

namespace agent_access::documents {
namespace {

namespace bj = boost::json;
using templates::View;

/// Limits the summary of a page, which may contain the owner's name.
constexpr std::size_t kLongestSummary = 300;
/// Of a description in a list of links.
constexpr std::size_t kLongestDescription = 500;

bool is_blank(std::string_view text) { return templates::markdown_text(text).empty(); }

bool is_required(const bj::object& schema, std::string_view name) {
  const auto* required = schema.if_contains("required");
  const auto* names = required == nullptr ? nullptr : required->if_array();
  return names != nullptr && std::ranges::find(*names, bj::value(name)) != names->end();
}

/// The allowed values; empty if the input has a type.
std::string choices_of(const bj::object& input) {
  std::vector<std::string> choices;
  if (const auto* values = input.if_contains("enum")) {
    for (const auto& value : values->as_array()) choices.push_back(bj::serialize(value));
  }
  return base::joined(choices);
}

std::vector<View> limits_of(const bj::object& input) {
  std::vector<View> limits;
  for (const auto* name : {"minLength", "maxLength", "minimum", "maximum", "default"}) {
    const auto* value = input.if_contains(name);
    if (value != nullptr) limits.push_back(View().set("name", name).set("value", bj::serialize(*value)));
  }
  return limits;
}

View input_view(const bj::object& schema, std::string_view name, const bj::object& input) {
  View values;
  values.set("name", name)
      .set("is_required", is_required(schema, name))
      .set("limits", limits_of(input))
      .set("description", std::string_view(input.at("description").as_string()))
      .set_optional("choices", choices_of(input));
  if (const auto* type = input.if_contains("type")) values.set("type", std::string_view(type->as_string()));
  return values;
}

/// `text` escaped, with the spaces at both ends, which separate it from code; after code it does not start a line.
std::string escaped_part(std::string_view text, bool is_start) {
  const std::string before = is_start ? "" : ",";
  const std::string escaped = templates::markdown_text(before + std::string(text) + ",");
  return escaped.substr(before.size(), escaped.size() - before.size() - 1);
}

View gated_view(const HostView& view, const GatedResource& resource) {
  const bool is_gate = resource.gate != nullptr;
  const bool has_openapi = is_gate && !resource.gate->openapi.empty();
  View values = link_view(resource.title, view.url(resource.path));
  values.set("scope", resource.scope)
      .set("is_gate", is_gate)
      .set("form", is_gate ? base::joined(resource.gate->methods, " ") : resource.document->media_type)
      .set_optional("description", templates::clipped(resource.description, kLongestDescription))
      .set_optional("openapi", has_openapi ? templates::link_target(openapi_url_of(view, *resource.gate)) : "");
  return values;
}

/// Adds items while what the template shows of them has at most so many bytes.
class Items {
 public:
  Items(std::string_view name, std::string list, std::size_t most) : name_(name), list_(std::move(list)), most_(most) {}

  [[nodiscard]] bool add(View item) {
    if (most_ != std::string::npos) {
      const View values = View().set(list_, std::vector{item}).set("left_out", false);
      const std::size_t size = templates::filled(name_, values).size();
      if (size > most_) return false;
      most_ -= size;
    }
    items_.push_back(std::move(item));
    return true;
  }

  [[nodiscard]] const std::vector<View>& items() const noexcept { return items_; }

 private:
  std::string_view name_;
  std::string list_;
  std::size_t most_;
  std::vector<View> items_;
};

void set_gated(View& values, const HostView& view, std::size_t most) {
  const auto resources = gated_resources(view.settings);
  Items items("guides/gated.md", "resources", most);
  std::size_t count = 0;
  while (count < resources.size() && items.add(gated_view(view, resources[count]))) ++count;
  const std::size_t left_out = resources.size() - count;
  View gated;
  gated.set("resources", items.items()).set_optional("left_out", left_out == 0 ? "" : std::to_string(left_out));
  if (resources.empty()) {
    values.set("gated", false);
  } else {
    values.set("gated", gated);
  }
}

/// "the owner, the public CV and projects": what the site has.
std::string contents_of(const content::Site& site) {
  std::vector<std::string_view> parts = {"the owner"};
  if (site.cv) parts.emplace_back("the public CV");
  if (!site.publications.empty()) parts.emplace_back("publications");
  if (!site.projects.empty()) parts.emplace_back("projects");
  const std::string_view last = parts.back();
  parts.pop_back();
  return (parts.empty() ? std::string() : base::joined(parts) + " and ").append(last);
}

const std::string& time_of(const content::Project& work) { return work.date; }
const std::string& time_of(const content::Publication& work) { return content::time_or_status(work); }

/// The line below the title on a page: kind, authors and venue; status, language and time.
std::string byline_of(const content::Publication& work, const content::Labels& labels) {
  std::vector<std::string> parts = {content::listed_kind(work, labels), content::author_text(work, labels), work.venue};
  std::erase(parts, std::string());
  return base::joined(parts, " · ");
}
std::string byline_of(const content::Project& work, const content::Labels& labels) {
  std::vector<std::string> parts = {work.status, work.language, content::date_text(labels, work.date)};
  std::erase(parts, std::string());
  return base::joined(parts, " · ");
}

template <class Work>
View item_view(const HostView& view, const Work& work, const content::Labels* labels) {
  const auto path = path_of(view.settings, work);
  const std::string address = path.empty() ? address_of(view, work) : view.url(text_path_of(view.settings, path));
  View values = address.empty() ? View().set("title", work.title).set("url", false) : link_view(work.title, address);
  const bool has_time = labels == nullptr || std::is_same_v<Work, content::Publication>;
  const std::string& time = time_of(work);
  set_text(values, "date", !has_time ? "" : labels == nullptr ? time : content::date_text(*labels, time));
  set_text(values, "byline", labels == nullptr ? "" : byline_of(work, *labels));
  set_text(values, "topics", labels == nullptr ? "" : base::joined(work.topics));
  return values.set_optional("summary", work.summary);
}

/// `slug`: the page that has all of them.
template <class Works>
void set_items(View& values, const std::string& slug, const HostView& view, const Works& works, std::size_t most,
               const content::Labels* labels) {
  Items items("guides/works.md", "works", most);
  for (const auto& work : works) {
    if (!items.add(item_view(view, work, labels))) break;
  }
  const std::size_t left_out = works.size() - items.items().size();
  const std::string all =
      view.settings.has_pages ? text_path_of(view.settings, "/" + slug) : std::string(kLlmsFullPath);
  if (works.empty()) {
    values.set(slug, false);
  } else {
    values.set(slug, View()
                         .set("works", items.items())
                         .set("all", templates::link_target(view.url(all)))
                         .set_optional("left_out", left_out == 0 ? "" : std::to_string(left_out)));
  }
}

/// What all works have; `facts` are joined texts that others do not have.
template <class Work>
View common_view(const HostView& view, const Work& work, const std::string& facts) {
  View values;
  values.set("title", work.title).set("paragraphs", text_views(work.text));
  set_text(values, "summary", work.summary);
  set_text(values, "date", work.date);
  const std::string topics = base::joined(work.topics);
  const std::string path = path_of(view.settings, work);
  set_text(values, "topics", topics);
  set_link(values, "page", path.empty() ? path : view.url(path));
  set_link(values, "address", view.address(work.url));
  values.set("has_facts", !is_blank(work.date + topics + path + work.url + facts));
  return values;
}

}  // namespace

std::vector<templates::View> tool_views(const content::Labels& labels, bool has_profile) {
  std::vector<View> tools;
  for (const auto& tool : content::browser_tools(has_profile)) {
    std::vector<View> inputs;
    for (const auto& [name, input] : tool.input_schema.at("properties").as_object()) {
      inputs.push_back(input_view(tool.input_schema, name, input.as_object()));
    }
    tools.push_back(View().set("name", tool.name).set("description", tool.description).set("inputs", inputs));
    tools.back().set_optional("needs_token", tool.is_gated ? label_markdown(labels, "needs_token") : std::string());
  }
  return tools;
}

std::string label_markdown(const content::Labels& labels, std::string_view name,
                           std::initializer_list<content::LabelValue> values) {
  std::string_view text = labels.text(name);
  std::string out;
  while (true) {
    const auto open = text.find('`');
    const auto close = open == std::string_view::npos ? open : text.find('`', open + 1);
    if (close == std::string_view::npos) break;
    out.append(escaped_part(text.substr(0, open), out.empty())).append(text.substr(open, close + 1 - open));
    text.remove_prefix(close + 1);
  }
  return content::with_values(out.append(escaped_part(text, out.empty())), values);
}

std::vector<View> error_views(const HostView& view, const content::Labels& labels) {
  const std::string openapi = templates::markdown_link("openapi.json", view.url(kOpenapiPath));
  std::vector<View> views;
  for (const ErrorRow& row : error_rows(view)) {
    const std::string name(row.label);
    const bool is_own = name.empty() && !row.sentence.empty();
    const std::string fix = "fix_" + (name.empty() ? "other" : name);
    views.push_back(View().set("status", std::to_string(row.status)).set("error", row.error));
    views.back()
        .set("why", name.empty() ? "" : label_markdown(labels, "why_" + name))
        .set("remedy",
             is_own ? templates::markdown_text(row.sentence) : label_markdown(labels, fix, {{"openapi", openapi}}));
  }
  return views;
}

templates::View guide_view(const HostView& view, std::size_t most) {
  const content::Access& access = view.settings.access;
  const auto authority_of = [](std::string_view url) { return url.substr(url.find("://") + 3); };
  const bool has_gated = !access.documents.empty() || !access.gates.empty();
  const content::Labels labels("en");
  View values = settings_view(view);
  values.set("authority", authority_of(view.base_url()))
      .set("issuer_authority", authority_of(view.issuer()))
      .set_optional("profile_summary", templates::clipped(view.content.site.profile_summary, kLongestSummary))
      .set("has_declared", !access.scopes.empty())
      .set("has_scopes", access.has_declared_scopes())
      .set("has_further", access.has_declared_scopes() || has_gated)
      .set("example", access.has_declared_scopes() ? access.scopes[1].name : std::string())
      .set("errors", error_views(view, labels))
      .set("contents", contents_of(view.content.site))
      .set("tools", tool_views(labels, view.settings.has_profile));
  set_gated(values, view, most);
  return values;
}

void set_text(templates::View& values, const std::string& name, std::string_view text) {
  values.set_optional(name, is_blank(text) ? std::string_view() : text);
}

templates::View link_view(std::string_view title, std::string_view url) {
  View values;
  values.set("title", is_blank(title) ? url : title).set("url", templates::link_target(url));
  return values;
}

std::vector<templates::View> link_views(const HostView& view, const std::vector<content::Link>& links) {
  std::vector<View> views;
  for (const auto& link : links) {
    views.push_back(link_view(link.title, view.address(link.url)));
    set_text(views.back(), "summary", link.summary);
  }
  return views;
}

void set_link(templates::View& values, const std::string& name, std::string_view url, std::string_view title) {
  if (url.empty()) {
    values.set(name, false);
  } else {
    values.set(name, link_view(title, url));
  }
}

std::vector<templates::View> text_views(const std::vector<std::string>& texts) {
  std::vector<View> views;
  for (const auto& text : texts) views.push_back(View().set("text", text));
  return views;
}

std::vector<templates::View> page_views(const HostView& view) {
  std::vector<View> views;
  for (const auto& page : pages_of(view.settings, view.content)) {
    views.push_back(link_view(page.title, view.url(text_path_of(view.settings, page.path))));
    views.back().set("summary", templates::clipped(page.summary, kLongestSummary));
  }
  return views;
}

void set_works(templates::View& values, const HostView& view, std::size_t most, const content::Labels* labels) {
  set_items(values, "publications", view, view.content.site.publications, most, labels);
  set_items(values, "projects", view, view.content.site.projects, most, labels);
}

templates::View work_view(const HostView& view, const content::Publication& work) {
  const std::string authors = content::author_text(work, content::Labels(view.content.site));
  const std::string doi = content::doi_url(work);
  View values =
      common_view(view, work, authors + work.venue + work.status + work.type + doi + (work.links.empty() ? "" : "-"));
  if (doi == work.url) values.set("address", false);
  set_text(values, "authors", authors);
  set_text(values, "venue", work.venue);
  set_text(values, "status", work.status);
  set_text(values, "type", work.type);
  set_link(values, "doi", doi, work.doi);
  values.set("links", link_views(view, work.links));
  return values;
}

templates::View work_view(const HostView& view, const content::Project& work) {
  View values = common_view(view, work, work.status + work.language + work.licence + work.repository);
  set_text(values, "status", work.status);
  set_text(values, "language", work.language);
  set_text(values, "licence", work.licence);
  set_link(values, "repository", view.address(work.repository));
  return values;
}

}  // namespace agent_access::documents
