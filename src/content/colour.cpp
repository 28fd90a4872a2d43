#include "content/colour.hpp"

#include <algorithm>
#include <cmath>

#include "base/hex.hpp"

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

}  // namespace agent_access::content
