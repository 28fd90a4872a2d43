/// \file
/// IDs of requests in logs and in X-Request-Id. Made here: 16 lower-case hex characters, distinct within 2^64 requests
/// of one worker; they can be guessed. From a proxy: 1 to 40 letters, digits, `.`, `_` and `-`, which has room for a
/// UUID and for every usual form, but not for a client secret (43 characters) or a token. For finding log lines only.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "http/message.hpp"

namespace agent_access::net {

inline constexpr std::size_t kLongestRequestId = 40;

struct RequestId {
  std::array<char, kLongestRequestId> bytes;  ///< the first `size` are the ID
  std::uint8_t size = 0;
};

[[nodiscard]] inline std::string_view text_of(const RequestId& id) noexcept { return {id.bytes.data(), id.size}; }

/// One instance per worker.
class RequestIds {
 public:
  explicit RequestIds(std::uint64_t seed) noexcept : state_(seed) {}
  /// Seeded by the system; throws std::exception at start when the system's random generator fails.
  [[nodiscard]] static RequestIds seeded();

  [[nodiscard]] RequestId next() noexcept;

 private:
  std::uint64_t state_;
};

/// The ID that the request has in its X-Request-Id field, if it has the form above; equal copies count once. NOT
/// checked: that the peer is trusted to name it. Pure.
[[nodiscard]] std::optional<RequestId> named_request_id(const http::Request& request) noexcept;

}  // namespace agent_access::net
