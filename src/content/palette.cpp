#include "content/palette.hpp"

namespace agent_access::content {

namespace {

constexpr Colour kBlack{};
constexpr Colour kWhite{255, 255, 255};

// --paper of both schemes, and --sunken of the dark one, in web/site.css.
constexpr Colour kLightPaper{0xf8, 0xf7, 0xf3};
constexpr Colour kDarkPaper{0x10, 0x17, 0x16};
constexpr Colour kDarkSunken{0x0b, 0x11, 0x10};

/// Of an accent for dark pages that is made from the one for light pages; the default accent has 9.6.
constexpr double kMadeContrast = 7.0;
constexpr unsigned kTintPercent = 12;
constexpr unsigned kStrongPercent = 30;

/// `colour` with as little of `towards` as gives the contrast with `ground`.
Colour adjusted(Colour colour, Colour towards, Colour ground, double least) noexcept {
  for (unsigned percent = 0; percent < 100; ++percent) {
    const Colour candidate = mixed(colour, towards, percent);
    if (contrast(candidate, ground) >= least) return candidate;
  }
  return towards;
}

/// As much of the accent in the paper as leaves the accent legible on it.
Colour tint_of(Colour accent, Colour paper) noexcept {
  for (unsigned percent = kTintPercent; percent > 0; --percent) {
    const Colour tint = mixed(paper, accent, percent);
    if (contrast(accent, tint) >= kTextContrast) return tint;
  }
  return paper;
}

}  // namespace

Colour legible_on_light(Colour colour) noexcept { return adjusted(colour, kBlack, kLightGround, kTextContrast); }

Colour legible_on_dark(Colour colour) noexcept { return adjusted(colour, kWhite, kDarkGround, kTextContrast); }

std::optional<Palettes> palettes_of(const Design& design) {
  const auto accent = parse_colour(design.accent);
  if (!accent) return std::nullopt;
  const Colour dark = parse_colour(design.accent_dark).value_or(adjusted(*accent, kWhite, kDarkGround, kMadeContrast));
  return Palettes{
      .light = {*accent, mixed(*accent, kBlack, kStrongPercent), kWhite, tint_of(*accent, kLightPaper)},
      .dark = {dark, mixed(dark, kWhite, kStrongPercent), kDarkSunken, tint_of(dark, kDarkPaper)},
  };
}

}  // namespace agent_access::content
