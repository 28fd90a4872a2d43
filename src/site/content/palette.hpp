/// \file
/// The colours that the pages make from the owner's accent colour, for light and for dark pages, so that every text in
/// or on the accent has a contrast of at least 4.5 to 1 (WCAG 2.2, 1.4.3). Thread safe, stateless.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "site/content/content.hpp"

namespace agent_access::content {

/// Of sRGB.
struct Colour {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;

  bool operator==(const Colour&) const = default;
};

/// "#0b5d5b", in either case; nothing for any other form.
[[nodiscard]] std::optional<Colour> parse_colour(std::string_view text) noexcept;
/// "#0b5d5b".
[[nodiscard]] std::string to_text(Colour colour);

/// By WCAG 2.2 (section "contrast ratio"): 1 to 21; the same for both orders.
[[nodiscard]] double contrast(Colour one, Colour other) noexcept;

/// `percent` of `other` and the rest of `base`, each component rounded.
[[nodiscard]] Colour mixed(Colour base, Colour other, unsigned percent) noexcept;

inline constexpr double kTextContrast = 4.5;

/// The ground of web/site.css on which accented text has the least contrast: light `--sunken`, dark `--surface`.
inline constexpr Colour kLightGround{0xef, 0xee, 0xe8};
inline constexpr Colour kDarkGround{0x17, 0x20, 0x1e};

/// The values of the variables in web/site.css.
struct Palette {
  Colour accent;     ///< links, buttons, headings of parts
  Colour strong;     ///< under the pointer
  Colour on_accent;  ///< text on the accent
  Colour tint;       ///< ground of boxes
};

struct Palettes {
  Palette light;
  Palette dark;
};

/// The nearest darker tone that is legible on light pages; the colour itself if it is.
[[nodiscard]] Colour legible_on_light(Colour colour) noexcept;
/// The nearest lighter tone that is legible on dark pages.
[[nodiscard]] Colour legible_on_dark(Colour colour) noexcept;

/// Nothing if the design has no accent. Without a colour for dark pages that one is made from the accent.
[[nodiscard]] std::optional<Palettes> palettes_of(const Design& design);

/// What is wrong with the text of an accent colour for light pages or for dark ones, and how to correct it: it is not a
/// colour, or has too little contrast. Empty if nothing is.
[[nodiscard]] std::string accent_fault(std::string_view text);
[[nodiscard]] std::string dark_accent_fault(std::string_view text);

}  // namespace agent_access::content
