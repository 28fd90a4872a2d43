/// \file
/// base::Random from the generator of the library, buffered: 4 KiB are drawn at once and wiped as they are used,
/// because a call for 16 bytes costs three times an HMAC. An instance belongs to one thread. A child process must not
/// use an instance of its parent (this program does not fork).
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "base/ports.hpp"

namespace agent_access::crypto {

class SystemRandom final : public base::Random {
 public:
  SystemRandom() = default;
  ~SystemRandom() override;
  SystemRandom(const SystemRandom&) = delete;
  SystemRandom& operator=(const SystemRandom&) = delete;

  [[nodiscard]] bool fill(std::span<std::byte> out) noexcept override;

 private:
  std::array<std::byte, 4096> buffer_{};
  std::size_t used_ = 4096;
};

}  // namespace agent_access::crypto
