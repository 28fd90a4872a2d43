#include "site/documents/catalogs.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include "base/ascii.hpp"
#include "base/base_url.hpp"
#include "json/json_text.hpp"
#include "site/content/tools.hpp"
#include "site/documents/gated_resources.hpp"
#include "site/documents/mcp_manifest.hpp"
#include "site/documents/settings_view.hpp"
#include "site/templates/template.hpp"
#include "site/templates/text.hpp"

namespace agent_access::documents {
namespace {

namespace bj = boost::json;
using templates::View;

/// An owner's name in a query is cut to this length.
constexpr std::size_t kLongestName = 100;

std::vector<View> gated_views(const HostView& view) {
  std::vector<View> gated;
  for (const auto& resource : gated_resources(view.settings)) {
    const bool is_gate = resource.gate != nullptr;
    View values;
    values.set("path", resource.path).set("title", resource.title).set("scope", resource.scope);
    values.set_optional("type", is_gate ? std::string_view() : essence_of(resource.document->media_type))
        .set_optional("openapi", is_gate ? openapi_url_of(view, *resource.gate) : std::string());
    gated.push_back(values);
  }
  return gated;
}

/// The gates with an OpenAPI document of the owner.
std::vector<View> gate_views(const HostView& view) {
  std::vector<View> gates;
  for (const auto& resource : gated_resources(view.settings)) {
    if (resource.gate == nullptr || resource.gate->openapi.empty()) continue;
    gates.push_back(View()
                        .set("id", hyphenated(resource.path))
                        .set("gate", resource.title)
                        .set("scope", resource.scope)
                        .set("openapi", openapi_url_of(view, *resource.gate))
                        .set_optional("description", resource.description));
  }
  return gates;
}

std::string tool_names(bool has_profile) {
  bj::array names;
  for (const auto& tool : content::browser_tools(has_profile)) names.emplace_back(tool.name);
  return bj::serialize(names);
}

/// templates/metadata/ai-catalog.json has both catalogs, because they describe the same documents.
std::string catalog(const HostView& view, bool is_ard) {
  const content::Site& site = view.content.site;
  const std::string server = mcp_identity(view).name;
  const View values = settings_view(view)
                          .set("title", site.title)
                          .set("publisher", publisher_of(view.settings))
                          .set("server", server.substr(server.find('/') + 1))
                          .set("is_ard", is_ard)
                          .set("tools", tool_names(view.settings.has_profile))
                          .set("name", templates::clipped(site.owner.name, kLongestName))
                          .set("has_publications", !site.publications.empty())
                          .set("has_projects", !site.projects.empty())
                          .set("has_cv", site.cv.has_value())
                          .set("gates", gate_views(view));
  return json::pretty_json(templates::filled_object("metadata/ai-catalog.json", values));
}

}  // namespace

std::string publisher_of(const content::Settings& settings) {
  std::string publisher = base::host_and_port(settings.base_urls.front()).host;
  if (publisher.starts_with('[')) publisher = publisher.substr(1, publisher.size() - 2);
  std::ranges::replace(publisher, ':', '-');
  return publisher;
}

std::string hyphenated(std::string_view text) {
  std::string name;
  for (const char c : text) {
    const bool is_plain = base::is_alphanumeric(c);
    if (is_plain) name += c;
    if (!is_plain && !name.empty() && name.back() != '-') name += '-';
  }
  if (name.ends_with('-')) name.pop_back();
  return name;
}

std::string render_api_catalog(const HostView& view) {
  const View values = settings_view(view).set("gated", gated_views(view));
  return json::pretty_json(templates::filled_object("metadata/api-catalog.json", values));
}

std::string render_ai_catalog(const HostView& view) { return catalog(view, false); }

std::string render_ard_manifest(const HostView& view) { return catalog(view, true); }

}  // namespace agent_access::documents
