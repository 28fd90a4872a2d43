#include "site/pages/style_sheet.hpp"

#include <string_view>

#include "site/content/palette.hpp"
#include "site/templates/assets.hpp"
#include "site/templates/template.hpp"
#include "site/templates/text.hpp"

namespace agent_access::pages {
namespace {

/// In web/site.css, after the variables and before the rules, of which those for print set the variables again.
constexpr std::string_view kPaletteMarker = "/* palette */\n\n";
constexpr std::string_view kIconAccent = "#0b5d5b";

templates::View colors_of(const content::Palette& palette) {
  return templates::View()
      .set("accent", content::to_text(palette.accent))
      .set("strong", content::to_text(palette.strong))
      .set("on_accent", content::to_text(palette.on_accent))
      .set("tint", content::to_text(palette.tint));
}

std::string palette_rules(const content::Palettes& palettes) {
  return templates::fill(
      "palette.css", templates::asset("pages/palette.css"),
      templates::View().set("light", colors_of(palettes.light)).set("dark", colors_of(palettes.dark)));
}

}  // namespace

std::string render_style_sheet(const content::Design& design) {
  const auto palettes = content::palettes_of(design);
  std::string sheet(templates::asset("site.css"));
  templates::replace_all(sheet, kPaletteMarker, palettes ? palette_rules(*palettes) : std::string());
  return sheet;
}

std::string render_icon(const content::Design& design) {
  std::string icon(templates::asset("favicon.svg"));
  if (const auto palettes = content::palettes_of(design)) {
    templates::replace_all(icon, kIconAccent, content::to_text(palettes->light.accent));
  }
  return icon;
}

}  // namespace agent_access::pages
