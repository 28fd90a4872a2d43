/// \file
/// IDs of requests in logs and in X-Request-Id: 16 lower-case hex characters, distinct within 2^64 requests of one
/// worker. For finding log lines only; they can be guessed. One instance per worker.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace agent_access::net {

using RequestId = std::array<char, 16>;

class RequestIds {
 public:
  explicit RequestIds(std::uint64_t seed) noexcept : state_(seed) {}
  /// Seeded by the system; throws std::exception at start when the system's random generator fails.
  [[nodiscard]] static RequestIds seeded();

  [[nodiscard]] RequestId next() noexcept;

 private:
  std::uint64_t state_;
};

[[nodiscard]] inline std::string_view text_of(const RequestId& id) noexcept { return {id.data(), id.size()}; }

}  // namespace agent_access::net
