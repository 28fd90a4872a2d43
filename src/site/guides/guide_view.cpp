#include "site/guides/guide_view.hpp"

#include <string_view>

#include "base/text.hpp"
#include "site/content/pages.hpp"
#include "site/documents/gated_resources.hpp"
#include "site/documents/settings_view.hpp"
#include "site/guides/bounded_list.hpp"
#include "site/templates/text.hpp"

namespace agent_access::documents {
namespace {

using templates::View;

/// Limits the summary of a page, which may contain the owner's name.
constexpr std::size_t kLongestSummary = 300;
/// Of a description in a list of links.
constexpr std::size_t kLongestDescription = 500;

View gated_view(const HostView& view, const GatedResource& resource) {
  const bool is_gate = resource.gate != nullptr;
  const bool has_openapi = is_gate && !resource.gate->openapi.empty();
  return View()
      .set("link", templates::markdown_link(resource.title, view.url(resource.path)))
      .set("scope", resource.scope)
      .set("is_gate", is_gate)
      .set("form", is_gate ? base::joined(resource.gate->methods, " ") : resource.document->media_type)
      .set_optional("description", templates::clipped(resource.description, kLongestDescription))
      .set_optional("openapi", has_openapi ? templates::link_target(openapi_url_of(view, *resource.gate)) : "");
}

}  // namespace

std::string contents_of(const content::Site& site) {
  std::vector<std::string_view> parts = {"the owner"};
  if (site.cv) parts.emplace_back("the public CV");
  if (!site.publications.empty()) parts.emplace_back("publications");
  if (!site.projects.empty()) parts.emplace_back("projects");
  const std::string_view last = parts.back();
  parts.pop_back();
  return (parts.empty() ? std::string() : base::joined(parts) + " and ").append(last);
}

void set_gated(View& values, const HostView& view, std::size_t most) {
  const auto resources = gated_resources(view.settings);
  if (resources.empty()) {
    values.set("gated", false);
    return;
  }
  BoundedList list("guides/gated.md", "resources", most);
  for (const auto& resource : resources) {
    if (!list.add(gated_view(view, resource))) break;
  }
  values.set("gated", std::move(list).view(resources.size()));
}

View guide_view(const HostView& view) {
  const content::Access& access = view.settings.access;
  const auto authority_of = [](std::string_view url) { return url.substr(url.find("://") + 3); };
  const bool has_gated = !access.documents.empty() || !access.gates.empty();
  return settings_view(view)
      .set("authority", authority_of(view.base_url()))
      .set("issuer_authority", authority_of(view.issuer()))
      .set_optional("profile_summary", templates::clipped(view.content.site.profile_summary, kLongestSummary))
      .set("has_declared", !access.scopes.empty())
      .set("has_scopes", access.has_declared_scopes())
      .set("has_further", access.has_declared_scopes() || has_gated)
      .set("example", access.has_declared_scopes() ? access.scopes[1].name : std::string());
}

std::vector<View> page_views(const HostView& view, const content::Markup& markup) {
  std::vector<View> views;
  for (const auto& page : pages_of(view.settings, view.content)) {
    views.push_back(View().set("link", markup.link(page.title, markup.page(page.path))));
    views.back().set("summary", templates::clipped(page.summary, kLongestSummary));
  }
  return views;
}

}  // namespace agent_access::documents
