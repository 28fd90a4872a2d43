#include "site/content/palette.hpp"

#include <algorithm>
#include <cmath>

#include "base/hex.hpp"
#include "site/content/text_form.hpp"

namespace agent_access::content {
namespace {

double linear(std::uint8_t component) noexcept {
  const double value = component / 255.0;
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double luminance(Colour colour) noexcept {
  return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue);
}

std::uint8_t mixed_component(std::uint8_t base, std::uint8_t other, unsigned percent) noexcept {
  return static_cast<std::uint8_t>((base * (100 - percent) + other * percent + 50) / 100);
}

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

/// The strongest tint on which text in the accent colour stays legible.
Colour tint_of(Colour accent, Colour paper) noexcept {
  for (unsigned percent = kTintPercent; percent > 0; --percent) {
    const Colour tint = mixed(paper, accent, percent);
    if (contrast(accent, tint) >= kTextContrast) return tint;
  }
  return paper;
}

/// "3.2", rounded down so that 4.46 is not shown as 4.5.
std::string ratio(double contrast) {
  const auto tenths = static_cast<int>(std::floor(contrast * 10));
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

struct Scheme {
  std::string_view pages;
  Colour ground;
  Colour (*legible)(Colour) noexcept;
};

constexpr Scheme kLight = {"light pages", kLightGround, legible_on_light};
constexpr Scheme kDark = {"dark pages", kDarkGround, legible_on_dark};

std::string fault_on(const Scheme& scheme, std::string_view text) {
  const auto colour = parse_colour(text);
  if (!colour) {
    return unexpected("expected a color such as #0b5d5b: a number sign and six hexadecimal digits", text);
  }
  const double found = contrast(*colour, scheme.ground);
  if (found >= kTextContrast) return {};
  return "has a contrast of " + ratio(found) + " to 1 on " + std::string(scheme.pages) +
         ", and text needs 4.5; the nearest tone that has it is " + to_text(scheme.legible(*colour));
}

}  // namespace

std::optional<Colour> parse_colour(std::string_view text) noexcept {
  if (text.size() != 7 || text.front() != '#') return std::nullopt;
  unsigned value = 0;
  for (const char c : text.substr(1)) {
    const int digit = base::hex_value(c);
    if (digit < 0) return std::nullopt;
    value = value * 16 + static_cast<unsigned>(digit);
  }
  return Colour{static_cast<std::uint8_t>(value >> 16U), static_cast<std::uint8_t>((value >> 8U) & 255U),
                static_cast<std::uint8_t>(value & 255U)};
}

std::string to_text(Colour colour) {
  std::string text = "#";
  for (const auto component : {colour.red, colour.green, colour.blue}) base::append_hex(text, component);
  return text;
}

double contrast(Colour one, Colour other) noexcept {
  const double first = luminance(one);
  const double second = luminance(other);
  return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

Colour mixed(Colour base, Colour other, unsigned percent) noexcept {
  const unsigned share = std::min(percent, 100U);
  return {mixed_component(base.red, other.red, share), mixed_component(base.green, other.green, share),
          mixed_component(base.blue, other.blue, share)};
}

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

std::string accent_fault(std::string_view text) { return fault_on(kLight, text); }

std::string dark_accent_fault(std::string_view text) { return fault_on(kDark, text); }

}  // namespace agent_access::content
