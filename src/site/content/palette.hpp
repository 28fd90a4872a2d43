/// \file
/// The colors that the pages make from the owner's accent color, for light and for dark pages, so that every text in
/// or on the accent has a contrast of at least 4.5 to 1 (WCAG 2.2, 1.4.3). Thread safe, stateless.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "site/content/content.hpp"

namespace agent_access::content {

/// Of sRGB.
struct Color {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;

  bool operator==(const Color&) const = default;
};

/// "#0b5d5b", in either case; nothing for any other form.
[[nodiscard]] std::optional<Color> parse_color(std::string_view text) noexcept;
/// "#0b5d5b".
[[nodiscard]] std::string to_text(Color color);

/// By WCAG 2.2 (section "contrast ratio"): 1 to 21; the same for both orders.
[[nodiscard]] double contrast(Color one, Color other) noexcept;

/// `percent` of `other` and the rest of `base`, each component rounded.
[[nodiscard]] Color mixed(Color base, Color other, unsigned percent) noexcept;

inline constexpr double kTextContrast = 4.5;

/// The ground of web/site.css on which accented text has the least contrast: light `--sunken`, dark `--surface`.
inline constexpr Color kLightGround{0xef, 0xee, 0xe8};
inline constexpr Color kDarkGround{0x17, 0x20, 0x1e};

/// The values of the variables in web/site.css.
struct Palette {
  Color accent;     ///< links, buttons, headings of parts
  Color strong;     ///< under the pointer
  Color on_accent;  ///< text on the accent
  Color tint;       ///< ground of boxes
};

struct Palettes {
  Palette light;
  Palette dark;
};

/// Nothing if the design has no accent. Without a color for dark pages that one is made from the accent.
[[nodiscard]] std::optional<Palettes> palettes_of(const Design& design);

/// What is wrong with the text of an accent color for light pages or for dark ones, and how to correct it: it is not a
/// color, or has too little contrast. Empty if nothing is.
[[nodiscard]] std::string accent_fault(std::string_view text);
[[nodiscard]] std::string dark_accent_fault(std::string_view text);

}  // namespace agent_access::content
