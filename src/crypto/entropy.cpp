#include "crypto/entropy.hpp"

#include <openssl/rand.h>

#include "crypto/openssl.hpp"

namespace agent_access::crypto {

bool draw_random(std::span<std::byte> out) noexcept {
  if (RAND_bytes(octets_for_writing(out), static_cast<int>(out.size())) == 1) return true;
  ERR_clear_error();
  return false;
}

}  // namespace agent_access::crypto
