#include "crypto/random.hpp"

#include <openssl/rand.h>

#include <algorithm>

#include "base/secret.hpp"
#include "crypto/openssl.hpp"

namespace agent_access::crypto {
SystemRandom::~SystemRandom() { base::wipe(buffer_); }

bool SystemRandom::fill(std::span<std::byte> out) noexcept {
  while (!out.empty()) {
    if (used_ == buffer_.size()) {
      if (RAND_bytes(octets_for_writing(buffer_), static_cast<int>(buffer_.size())) != 1) {
        ERR_clear_error();
        return false;
      }
      used_ = 0;
    }
    const std::size_t size = std::min(out.size(), buffer_.size() - used_);
    const auto unused = std::span(buffer_).subspan(used_, size);
    std::ranges::copy(unused, out.begin());
    base::wipe(unused);
    used_ += size;
    out = out.subspan(size);
  }
  return true;
}

}  // namespace agent_access::crypto
