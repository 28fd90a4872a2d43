/// \file
/// The methods that a path allows, and the route of a document in the log and in the metrics. Thread safe: constants
/// only.
#pragma once

#include <cstdint>
#include <string_view>

#include "http/message.hpp"
#include "publish/catalogue.hpp"

namespace agent_access::publish {

/// Values of Allow. HEAD is allowed wherever GET is, OPTIONS everywhere.
inline constexpr std::string_view kReadMethods = "GET, HEAD, OPTIONS";
inline constexpr std::string_view kPostMethods = "POST, OPTIONS";

/// Whether `allowed` (one of the two above) contains the method.
[[nodiscard]] bool is_allowed(std::string_view allowed, http::Method method) noexcept;

/// The kind of resource that was requested, for log and metrics (ops::route_name has the names).
enum class Route : std::uint8_t {
  profile,
  token,
  registration,
  authorization,
  mcp,
  document,  ///< a gated document of the owner (content::GatedDocument)
  gate,      ///< the question of a proxy about a gated path (content::Gate)
  jwks,
  metadata,
  discovery,
  home,
  page,
  file,
  unknown,   ///< an unknown path or host
  rejected,  ///< not a request: net could not parse it
};

[[nodiscard]] Route route_of(const Document& document) noexcept;

}  // namespace agent_access::publish
