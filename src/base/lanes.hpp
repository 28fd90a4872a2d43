/// \file
/// Sixteen characters at once, with the vector extension of gcc and clang, which works on every CPU. A comparison
/// gives a mask for each character (-1 where it holds) and never branches: safe for secrets.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace agent_access::base {

/// Signed: a byte above 0x7f is negative, so it is in no range of ASCII.
using Lanes [[gnu::vector_size(16)]] = std::int8_t;

[[nodiscard]] inline Lanes load_lanes(const void* from) noexcept {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

/// The mask of the characters from `first` to `last`, with one comparison instead of two.
[[nodiscard]] inline Lanes in_range(Lanes lanes, char first, char last) noexcept {
  // Moved so that `first` is the smallest number: whatever is outside is then greater than `last`.
  using Unsigned [[gnu::vector_size(16)]] = std::uint8_t;
  const Lanes moved =
      reinterpret_cast<Lanes>(reinterpret_cast<Unsigned>(lanes) + static_cast<std::uint8_t>(0x80 - first));
  return moved <= static_cast<std::int8_t>(last - first - 0x80);
}

/// Whether the mask that `mask_of` returns is set for every character. `filler` is a character for which it is set.
template <class MaskOf>
[[nodiscard]] bool all_in_lanes(std::string_view text, std::int8_t filler, MaskOf mask_of) noexcept {
  Lanes mask = Lanes{} - 1;
  for (; text.size() >= sizeof(Lanes); text.remove_prefix(sizeof(Lanes))) mask &= mask_of(load_lanes(text.data()));
  Lanes last = Lanes{} + filler;
  if (!text.empty()) std::memcpy(&last, text.data(), text.size());
  mask &= mask_of(last);
  const Lanes all = Lanes{} - 1;
  // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): a vector of integers has no padding
  return std::memcmp(&mask, &all, sizeof mask) == 0;
}

}  // namespace agent_access::base
