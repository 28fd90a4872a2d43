/// \file
/// Names for requests in logs and in X-Request-Id: 16 lower-case hex characters, distinct within 2^64 requests of one
/// worker. They are for finding a line again; nothing may trust that they cannot be guessed. One instance a worker.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace agent_access::net {

using RequestId = std::array<char, 16>;

class RequestIds {
 public:
  explicit RequestIds(std::uint64_t seed) noexcept : state_(seed) {}
  /// Seeded by the system; throws std::exception when it has no randomness, which is an error at start.
  [[nodiscard]] static RequestIds seeded();

  [[nodiscard]] RequestId next() noexcept;

 private:
  std::uint64_t state_;
};

[[nodiscard]] inline std::string_view text_of(const RequestId& id) noexcept { return {id.data(), id.size()}; }

}  // namespace agent_access::net
