/// \file
/// The Range field, RFC 9110 section 14. Pure; thread safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace agent_access::gated {

/// What a Range field selects of a representation.
struct Selection {
  enum class Kind : std::uint8_t {
    whole,          ///< 200: no range, or one that is ignored
    part,           ///< 206
    unsatisfiable,  ///< 416: the range begins behind the end
  };
  Kind kind = Kind::whole;
  std::size_t first = 0;  ///< of a part
  std::size_t size = 0;   ///< of a part; at least 1

  friend bool operator==(const Selection&, const Selection&) = default;
};

/// Selects by the value of the one Range field of a request for a representation of `length` bytes: "bytes=0-99",
/// "bytes=100-", "bytes=-100". Ignored, as section 14.2 permits: another unit, malformed text, and several ranges (a
/// client that wants them sends several requests).
[[nodiscard]] Selection select_range(std::string_view range, std::size_t length) noexcept;

}  // namespace agent_access::gated
