/// \file
/// Random bytes of the library, for SystemRandom. Private to this folder. Thread safe.
#pragma once

#include <cstddef>
#include <span>

namespace agent_access::crypto {

/// False if the library failed: then `out` is not to be used.
[[nodiscard]] bool draw_random(std::span<std::byte> out) noexcept;

}  // namespace agent_access::crypto
