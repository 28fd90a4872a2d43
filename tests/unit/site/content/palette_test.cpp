#include "site/content/palette.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>

namespace agent_access::content {
namespace {

constexpr Colour kWhite{255, 255, 255};
constexpr Colour kBlack{0, 0, 0};

TEST(ParseColour, TakesSixHexadecimalDigits) {
  EXPECT_EQ(parse_colour("#0b5d5B"), (Colour{11, 93, 91}));
  EXPECT_EQ(to_text({11, 93, 91}), "#0b5d5b");
  for (const auto* text : {"", "#", "0b5d5b", "#0b5d5", "#0b5d5b0", "#0b5d5g", "#fff", "red", " #0b5d5b"}) {
    EXPECT_FALSE(parse_colour(text)) << text;
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
  EXPECT_EQ(mixed({10, 20, 30}, {20, 20, 0}, 50), (Colour{15, 20, 15}));
}

TEST(LegibleTones, AreTheColourItselfOrOneThatIsLegible) {
  EXPECT_EQ(legible_on_light({0x7a, 0x2e, 0x4d}), (Colour{0x7a, 0x2e, 0x4d}));
  EXPECT_EQ(legible_on_dark({0xe8, 0xa3, 0xbd}), (Colour{0xe8, 0xa3, 0xbd}));
  for (const Colour colour : {Colour{255, 215, 0}, Colour{255, 0, 0}, Colour{0, 255, 255}, kWhite, kBlack}) {
    EXPECT_GE(contrast(legible_on_light(colour), kLightGround), kTextContrast) << to_text(colour);
    EXPECT_GE(contrast(legible_on_dark(colour), kDarkGround), kTextContrast) << to_text(colour);
  }
}

TEST(PalettesOf, AreNoneWithoutAnAccent) { EXPECT_FALSE(palettes_of({})); }

TEST(PalettesOf, TakeTheOwnersColoursAsTheyAre) {
  const auto palettes = palettes_of({.accent = "#7a2e4d", .accent_dark = "#e8a3bd"});
  ASSERT_TRUE(palettes);
  EXPECT_EQ(to_text(palettes->light.accent), "#7a2e4d");
  EXPECT_EQ(to_text(palettes->dark.accent), "#e8a3bd");
}

TEST(PalettesOf, AreLegibleInEveryCombinationForAnyLegibleAccent) {
  for (unsigned red = 0; red < 256; red += 51) {
    for (unsigned green = 0; green < 256; green += 51) {
      for (unsigned blue = 0; blue < 256; blue += 51) {
        const Colour accent = legible_on_light(
            {static_cast<std::uint8_t>(red), static_cast<std::uint8_t>(green), static_cast<std::uint8_t>(blue)});
        const auto palettes = palettes_of({.accent = to_text(accent)});
        ASSERT_TRUE(palettes);
        for (const auto& [palette, ground] :
             {std::pair{palettes->light, kLightGround}, {palettes->dark, kDarkGround}}) {
          for (const Colour behind : {ground, palette.tint, palette.on_accent}) {
            EXPECT_GE(contrast(palette.accent, behind), kTextContrast) << to_text(accent) << " on " << to_text(behind);
            EXPECT_GE(contrast(palette.strong, behind), kTextContrast) << to_text(accent) << " on " << to_text(behind);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace agent_access::content
