#include "site/pages/browser_tools.hpp"

#include <boost/json/parse.hpp>
#include <string_view>

#include "json/json_text.hpp"
#include "site/content/tools.hpp"
#include "site/templates/assets.hpp"
#include "site/templates/template.hpp"
#include "site/templates/text.hpp"

namespace agent_access::pages {
namespace {

namespace bj = boost::json;

constexpr std::string_view kToolsMarker = "/*definitions*/[]";
constexpr std::string_view kToolsPartMarker = "/*site-tools.js*/\n";
constexpr std::string_view kSearchPartMarker = "/*site-search.js*/\n";
constexpr std::string_view kSearchMarker = "/*search*/{}";
constexpr std::string_view kIssuerMarker = "/*issuer*/''";
/// What reads the profile: between comments, in the table of functions, and in the source of the data.
constexpr std::string_view kProfileBegin = "// ---- The extended profile";
constexpr std::string_view kProfileEnd = "// ---- The tools of this origin";
constexpr std::string_view kProfileFunction = "  get_full_profile: (_, { readFullProfile }) => readFullProfile(),\n";
constexpr std::string_view kProfileReader = ", readFullProfile })";

void remove_profile(std::string& module) {
  const auto begin = module.find(kProfileBegin);
  module.erase(begin, module.find(kProfileEnd, begin) - begin);
  templates::replace_all(module, kProfileReader, " })");
}

/// WebMCP section "ToolAnnotations", each stated: all tools only read, what they return is the owner's own content, and
/// no call has consequences that a person would have to approve.
bj::object hints() { return {{"readOnlyHint", true}, {"untrustedContentHint", false}, {"consequentialHint", false}}; }

bj::object definition_of(const content::Tool& tool) {
  bj::object definition = {{"name", tool.name},
                           {"title", tool.title},
                           {"description", tool.description},
                           {"inputSchema", tool.input_schema},
                           {"annotations", hints()}};
  if (tool.is_gated) definition["gated"] = true;
  return definition;
}

}  // namespace

std::string render_site_tools(bool has_profile) {
  bj::array definitions;
  for (const auto& tool : content::browser_tools(has_profile)) definitions.push_back(definition_of(tool));
  std::string text = json::pretty_json(definitions);
  while (text.ends_with('\n')) text.pop_back();
  std::string part = templates::filled("site-tools.js", {});
  if (!has_profile) templates::replace_all(part, kProfileFunction, {});
  templates::replace_all(part, kSearchPartMarker, templates::asset("site-search.js"));
  templates::replace_all(part, kToolsMarker, text);
  templates::replace_all(part, kSearchMarker, json::compact_json(bj::parse(templates::asset("search.json"))));
  return part;
}

std::string render_browser_tools(const documents::HostView& view) {
  const bool has_profile = view.settings.has_profile;
  std::string module = templates::filled("browser-tools.js", {});
  if (!has_profile) remove_profile(module);
  if (view.settings.issuer) templates::replace_all(module, kIssuerMarker, "'" + view.issuer() + "'");
  templates::replace_all(module, kToolsPartMarker, render_site_tools(has_profile));
  return module;
}

}  // namespace agent_access::pages
