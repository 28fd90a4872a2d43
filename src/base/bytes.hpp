/// \file
/// Views of raw bytes, and conversion to and from text views. Nothing here copies.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace agent_access::base {

using ByteView = std::span<const std::byte>;

/// The bytes of a text, unchanged.
[[nodiscard]] inline ByteView bytes_of(std::string_view text) noexcept { return std::as_bytes(std::span(text)); }

/// The same bytes as characters. NOT checked: that they are UTF-8.
[[nodiscard]] inline std::string_view text_of(ByteView bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace agent_access::base
