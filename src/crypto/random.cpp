#include "crypto/random.hpp"

#include <algorithm>

#include "base/secret.hpp"
#include "crypto/entropy.hpp"

namespace agent_access::crypto {
SystemRandom::~SystemRandom() { base::wipe(buffer_); }

bool SystemRandom::fill(std::span<std::byte> out) noexcept {
  while (!out.empty()) {
    if (used_ == buffer_.size()) {
      if (!draw_random(buffer_)) return false;
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
