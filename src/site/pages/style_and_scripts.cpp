#include "site/pages/pages.hpp"

#include <boost/json/parse.hpp>

#include "json/json_text.hpp"
#include "site/content/palette.hpp"
#include "site/content/tools.hpp"
#include "site/templates/assets.hpp"
#include "site/templates/template.hpp"

namespace agent_access::pages {
namespace {

namespace bj = boost::json;

/// In web/site.css, after the variables and before the rules, of which those for print set the variables again.
constexpr std::string_view kPaletteMarker = "/* palette */\n\n";
constexpr std::string_view kIconAccent = "#0b5d5b";
constexpr std::string_view kToolsMarker = "/*definitions*/[]";
constexpr std::string_view kSearchPartMarker = "/*site-search.js*/\n";
constexpr std::string_view kSearchMarker = "/*search*/{}";
constexpr std::string_view kIssuerMarker = "/*issuer*/''";
/// What reads the profile: between comments, in the table of functions, and in the source of the data.
constexpr std::string_view kProfileBegin = "// ---- The extended profile";
constexpr std::string_view kProfileEnd = "// ---- Search";
constexpr std::string_view kProfileFunction = "  get_full_profile: (_, { readFullProfile }) => readFullProfile(),\n";
constexpr std::string_view kProfileReader = ", readFullProfile })";

templates::View colours_of(const content::Palette& palette) {
  return templates::View()
      .set("accent", content::to_text(palette.accent))
      .set("strong", content::to_text(palette.strong))
      .set("on_accent", content::to_text(palette.on_accent))
      .set("tint", content::to_text(palette.tint));
}

std::string palette_rules(const content::Palettes& palettes) {
  return templates::fill(
      "palette.css", templates::asset("pages/palette.css"),
      templates::View().set("light", colours_of(palettes.light)).set("dark", colours_of(palettes.dark)));
}

void replace_all(std::string& text, std::string_view old, std::string_view replacement) {
  for (auto at = text.find(old); at != std::string::npos; at = text.find(old, at + replacement.size())) {
    text.replace(at, old.size(), replacement);
  }
}

void remove_profile(std::string& module) {
  const auto begin = module.find(kProfileBegin);
  module.erase(begin, module.find(kProfileEnd, begin) - begin);
  replace_all(module, kProfileFunction, {});
  replace_all(module, kProfileReader, " })");
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

std::string render_style_sheet(const content::Design& design) {
  const auto palettes = content::palettes_of(design);
  std::string sheet(templates::asset("site.css"));
  replace_all(sheet, kPaletteMarker, palettes ? palette_rules(*palettes) : std::string());
  return sheet;
}

std::string render_icon(const content::Design& design) {
  std::string icon(templates::asset("favicon.svg"));
  if (const auto palettes = content::palettes_of(design)) {
    replace_all(icon, kIconAccent, content::to_text(palettes->light.accent));
  }
  return icon;
}

std::string render_browser_tools(const documents::HostView& view) {
  const bool has_profile = view.settings.has_profile;
  bj::array definitions;
  for (const auto& tool : content::browser_tools(has_profile)) definitions.push_back(definition_of(tool));
  std::string text = json::pretty_json(definitions);
  while (text.ends_with('\n')) text.pop_back();
  std::string module = templates::filled("browser-tools.js", {});
  if (!has_profile) remove_profile(module);
  if (view.settings.issuer) replace_all(module, kIssuerMarker, "'" + view.issuer() + "'");
  replace_all(module, kSearchPartMarker, templates::asset("site-search.js"));
  replace_all(module, kToolsMarker, text);
  replace_all(module, kSearchMarker, json::compact_json(bj::parse(templates::asset("search.json"))));
  return module;
}

}  // namespace agent_access::pages
