#include "pages/style_sheet.hpp"

#include <string_view>

#include "content/palette.hpp"
#include "documents/text_template.hpp"
#include "pages/assets.hpp"

namespace agent_access::pages {

namespace {

/// In web/site.css, after the variables and before the rules, of which those for print set the variables again.
constexpr std::string_view kPaletteMarker = "/* palette */\n\n";
constexpr std::string_view kIconAccent = "#0b5d5b";

constexpr std::string_view kPalette = R"(:root {
  --accent: {{accent}};
  --accent-strong: {{strong}};
  --on-accent: {{on_accent}};
  --tint: {{tint}};
  --json-key: {{accent}};
}
)";

std::string rules_of(const content::Palette& palette) {
  return documents::fill(kPalette, {{"accent", content::to_text(palette.accent)},
                                    {"strong", content::to_text(palette.strong)},
                                    {"on_accent", content::to_text(palette.on_accent)},
                                    {"tint", content::to_text(palette.tint)}});
}

void replace_all(std::string& text, std::string_view old, std::string_view replacement) {
  for (auto at = text.find(old); at != std::string::npos; at = text.find(old, at + replacement.size())) {
    text.replace(at, old.size(), replacement);
  }
}

}  // namespace

std::string render_style_sheet(const content::Design& design) {
  const auto palettes = content::palettes_of(design);
  const std::string rules = palettes ? rules_of(palettes->light) + "@media (prefers-color-scheme: dark) {\n" +
                                           rules_of(palettes->dark) + "}\n\n"
                                     : std::string();
  std::string sheet(asset("site.css"));
  replace_all(sheet, kPaletteMarker, rules);
  return sheet;
}

std::string render_icon(const content::Design& design) {
  std::string icon(asset("favicon.svg"));
  if (const auto palettes = content::palettes_of(design)) {
    replace_all(icon, kIconAccent, content::to_text(palettes->light.accent));
  }
  return icon;
}

}  // namespace agent_access::pages
