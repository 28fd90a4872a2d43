/// \file
/// Colours of sRGB and their contrast by WCAG 2.2 (section "contrast ratio"). Thread safe, stateless.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agent_access::content {

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

/// 1 to 21; the same for both orders.
[[nodiscard]] double contrast(Colour one, Colour other) noexcept;

/// `percent` of `other` and the rest of `base`, each component rounded.
[[nodiscard]] Colour mixed(Colour base, Colour other, unsigned percent) noexcept;

}  // namespace agent_access::content
