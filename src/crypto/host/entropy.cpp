#include "crypto/entropy.hpp"

#include <emscripten.h>

// clang-format off
EM_JS(bool, agent_access_fill_random, (void* out, size_t size), {
  try {
    require('node:crypto').randomFillSync(HEAPU8, out, size);
    return true;
  } catch {
    return false;
  }
});
// clang-format on

namespace agent_access::crypto {

bool draw_random(std::span<std::byte> out) noexcept { return agent_access_fill_random(out.data(), out.size()); }

}  // namespace agent_access::crypto
