/// \file
/// Which methods a path takes, and what documents are called in the log and in the metrics. Thread safe: constants
/// only.
#pragma once

#include <string_view>

#include "http/message.hpp"
#include "publish/catalogue.hpp"

namespace agent_access::publish {

/// The value of Allow. HEAD goes wherever GET goes, OPTIONS everywhere.
inline constexpr std::string_view kReadMethods = "GET, HEAD, OPTIONS";
inline constexpr std::string_view kPostMethods = "POST, OPTIONS";

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
  unknown,   ///< an unknown path or host
  rejected,  ///< no request: net could not parse one
};

[[nodiscard]] Route route_of(const Document& document) noexcept;

}  // namespace agent_access::publish
