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

double luminance(Color color) noexcept {
  return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue);
}

std::uint8_t mixed_component(std::uint8_t base, std::uint8_t other, unsigned percent) noexcept {
  return static_cast<std::uint8_t>((base * (100 - percent) + other * percent + 50) / 100);
}

constexpr Color kBlack{};
constexpr Color kWhite{255, 255, 255};

// --paper of both schemes, and --sunken of the dark one, in web/site.css.
constexpr Color kLightPaper{0xf8, 0xf7, 0xf3};
constexpr Color kDarkPaper{0x10, 0x17, 0x16};
constexpr Color kDarkSunken{0x0b, 0x11, 0x10};

/// Of white in an accent for dark pages that is made from the one for light pages: every color that is legible there
/// is legible here with it.
constexpr unsigned kWhitePercent = 60;
constexpr unsigned kTintPercent = 12;
constexpr unsigned kStrongPercent = 30;

Color tint_of(Color accent, Color paper) noexcept { return mixed(paper, accent, kTintPercent); }

/// "3.2", rounded down so that 4.46 is not shown as 4.5.
std::string ratio(double contrast) {
  const auto tenths = static_cast<int>(std::floor(contrast * 10));
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

/// What an accent is shown on.
struct Grounds {
  std::string_view pages;
  Color ground;
  Color paper;
  std::string_view remedy;
};

constexpr Grounds kLight = {"light pages", kLightGround, kLightPaper, "take a darker one"};
constexpr Grounds kDark = {"dark pages", kDarkGround, kDarkPaper, "take a lighter one"};

std::string fault_on(const Grounds& grounds, std::string_view text) {
  const auto color = parse_color(text);
  if (!color) {
    return unexpected("expected a color such as #0b5d5b: a number sign and six hexadecimal digits", text);
  }
  const double found = std::min(contrast(*color, grounds.ground), contrast(*color, tint_of(*color, grounds.paper)));
  if (found >= kTextContrast) return {};
  return "has a contrast of " + ratio(found) + " to 1 on " + std::string(grounds.pages) + ", and text needs 4.5; " +
         std::string(grounds.remedy);
}

}  // namespace

std::optional<Color> parse_color(std::string_view text) noexcept {
  if (text.size() != 7 || text.front() != '#') return std::nullopt;
  unsigned value = 0;
  for (const char c : text.substr(1)) {
    const int digit = base::hex_value(c);
    if (digit < 0) return std::nullopt;
    value = value * 16 + static_cast<unsigned>(digit);
  }
  return Color{static_cast<std::uint8_t>(value >> 16U), static_cast<std::uint8_t>((value >> 8U) & 255U),
               static_cast<std::uint8_t>(value & 255U)};
}

std::string to_text(Color color) {
  std::string text = "#";
  for (const auto component : {color.red, color.green, color.blue}) base::append_hex(text, component);
  return text;
}

double contrast(Color one, Color other) noexcept {
  const double first = luminance(one);
  const double second = luminance(other);
  return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

Color mixed(Color base, Color other, unsigned percent) noexcept {
  const unsigned share = std::min(percent, 100U);
  return {mixed_component(base.red, other.red, share), mixed_component(base.green, other.green, share),
          mixed_component(base.blue, other.blue, share)};
}

std::optional<Palettes> palettes_of(const Design& design) {
  const auto accent = parse_color(design.accent);
  if (!accent) return std::nullopt;
  const Color dark = parse_color(design.accent_dark).value_or(mixed(*accent, kWhite, kWhitePercent));
  return Palettes{
      .light = {*accent, mixed(*accent, kBlack, kStrongPercent), kWhite, tint_of(*accent, kLightPaper)},
      .dark = {dark, mixed(dark, kWhite, kStrongPercent), kDarkSunken, tint_of(dark, kDarkPaper)},
  };
}

std::string accent_fault(std::string_view text) { return fault_on(kLight, text); }

std::string dark_accent_fault(std::string_view text) { return fault_on(kDark, text); }

}  // namespace agent_access::content
