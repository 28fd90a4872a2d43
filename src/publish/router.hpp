/// \file
/// Which path is what, and which methods it takes. Paths match byte for byte: no decoding, no dot segments, no case
/// folding; another spelling is simply unknown. Thread safe: constants only.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "http/message.hpp"
#include "publish/catalogue.hpp"

namespace agent_access::publish {

enum class Endpoint : std::uint8_t { registration, token, authorization, profile };

/// The endpoint of a path; nothing for documents and unknown paths.
[[nodiscard]] std::optional<Endpoint> find_endpoint(std::string_view path) noexcept;

/// Every path that find_endpoint knows.
[[nodiscard]] std::vector<std::string_view> endpoint_paths();

/// The value of Allow. HEAD goes wherever GET goes, OPTIONS everywhere.
inline constexpr std::string_view kReadMethods = "GET, HEAD, OPTIONS";
inline constexpr std::string_view kPostMethods = "POST, OPTIONS";
[[nodiscard]] std::string_view methods_of(Endpoint endpoint) noexcept;

/// Whether `allowed` (one of the two above) takes this method.
[[nodiscard]] bool takes(std::string_view allowed, http::Method method) noexcept;

/// What a request was for, for log and metrics (ops/routes has the names).
enum class Route : std::uint8_t {
  profile,
  token,
  registration,
  authorization,
  jwks,
  metadata,
  discovery,
  home,
  page,
  file,
  unknown,   ///< a path or host that is not ours
  rejected,  ///< no request: net could not make one of what it read
};

[[nodiscard]] Route route_of(Endpoint endpoint) noexcept;
[[nodiscard]] Route route_of(const Document& document) noexcept;

}  // namespace agent_access::publish
