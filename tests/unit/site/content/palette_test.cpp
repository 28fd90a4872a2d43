#include "site/content/palette.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>

namespace agent_access::content {
namespace {

constexpr Color kWhite{255, 255, 255};
constexpr Color kBlack{0, 0, 0};

TEST(ParseColor, TakesSixHexadecimalDigits) {
  EXPECT_EQ(parse_color("#0b5d5B"), (Color{11, 93, 91}));
  EXPECT_EQ(to_text({11, 93, 91}), "#0b5d5b");
  for (const auto* text : {"", "#", "0b5d5b", "#0b5d5", "#0b5d5b0", "#0b5d5g", "#fff", "red", " #0b5d5b"}) {
    EXPECT_FALSE(parse_color(text)) << text;
  }
}

// Values of the WCAG 2.2 definition, computed with other programs.
TEST(Contrast, IsThatOfWcag) {
  EXPECT_DOUBLE_EQ(contrast(kBlack, kWhite), 21.0);
  EXPECT_DOUBLE_EQ(contrast(kWhite, kWhite), 1.0);
  EXPECT_NEAR(contrast({0x77, 0x77, 0x77}, kWhite), 4.478, 0.001);
  EXPECT_NEAR(contrast(kWhite, {0x76, 0x76, 0x76}), 4.542, 0.001);
  EXPECT_NEAR(contrast({0xff, 0xd7, 0x00}, kWhite), 1.402, 0.001);
}

TEST(Mixed, IsBetweenBoth) {
  EXPECT_EQ(mixed(kBlack, kWhite, 0), kBlack);
  EXPECT_EQ(mixed(kBlack, kWhite, 100), kWhite);
  EXPECT_EQ(mixed({10, 20, 30}, {20, 20, 0}, 50), (Color{15, 20, 15}));
}

TEST(PalettesOf, AreNoneWithoutAnAccent) { EXPECT_FALSE(palettes_of({})); }

TEST(PalettesOf, TakeTheOwnersColorsAsTheyAre) {
  const auto palettes = palettes_of({.accent = "#7a2e4d", .accent_dark = "#e8a3bd"});
  ASSERT_TRUE(palettes);
  EXPECT_EQ(to_text(palettes->light.accent), "#7a2e4d");
  EXPECT_EQ(to_text(palettes->dark.accent), "#e8a3bd");
}

TEST(PalettesOf, MakeTheAccentOfDarkPagesWithWhite) {
  EXPECT_EQ(to_text(palettes_of({.accent = "#000000"}).value().dark.accent), "#999999");
}

TEST(PalettesOf, AreLegibleInEveryCombinationForAnyAccentThatIsTaken) {
  unsigned taken = 0;
  for (unsigned red = 0; red < 256; red += 51) {
    for (unsigned green = 0; green < 256; green += 51) {
      for (unsigned blue = 0; blue < 256; blue += 51) {
        const std::string accent = to_text(
            {static_cast<std::uint8_t>(red), static_cast<std::uint8_t>(green), static_cast<std::uint8_t>(blue)});
        if (!accent_fault(accent).empty()) continue;
        ++taken;
        const auto palettes = palettes_of({.accent = accent}).value();
        for (const auto& [palette, ground] : {std::pair{palettes.light, kLightGround}, {palettes.dark, kDarkGround}}) {
          for (const Color behind : {ground, palette.tint, palette.on_accent}) {
            EXPECT_GE(contrast(palette.accent, behind), kTextContrast) << accent << " on " << to_text(behind);
            EXPECT_GE(contrast(palette.strong, behind), kTextContrast) << accent << " on " << to_text(behind);
          }
        }
      }
    }
  }
  EXPECT_GT(taken, 40U);
}

TEST(AccentFault, NamesTheContrastOnTheWorstGround) {
  EXPECT_EQ(accent_fault("#0b5d5b"), "");
  EXPECT_EQ(dark_accent_fault("#86d3c8"), "");
  EXPECT_EQ(accent_fault("#ffd700"),
            "has a contrast of 1.2 to 1 on light pages, and text needs 4.5; take a darker one");
  EXPECT_EQ(dark_accent_fault("#000080"),
            "has a contrast of 1.0 to 1 on dark pages, and text needs 4.5; take a lighter one");
}

}  // namespace
}  // namespace agent_access::content
