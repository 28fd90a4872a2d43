#include "ops/routes.hpp"

#include <algorithm>
#include <array>

namespace agent_access::ops {
namespace {

constexpr std::string_view kOther = "other";

// Names that service and admin write into Trace::route, the most frequent first.
constexpr std::array<std::string_view, 15> kRoutes = {"profile",  "token",     "register", "authorize", "jwks",
                                                      "metadata", "discovery", "home",     "page",      "file",
                                                      "livez",    "readyz",    "metrics",  "unknown",   "rejected"};
static_assert(kRoutes.size() < kRouteCount);

constexpr std::array<std::uint16_t, 24> kStatuses = {200, 201, 204, 304, 400, 401, 403, 404, 405, 408, 411, 412,
                                                     413, 414, 415, 416, 417, 421, 429, 431, 500, 501, 503, 505};
static_assert(kStatuses.size() < kStatusCount);

}  // namespace

std::size_t route_index(std::string_view route) noexcept {
  const auto* const found = std::find(kRoutes.begin(), kRoutes.end(), route);
  return found == kRoutes.end() ? kRouteCount - 1 : static_cast<std::size_t>(found - kRoutes.begin());
}

std::string_view route_name(std::size_t index) noexcept { return index < kRoutes.size() ? kRoutes[index] : kOther; }

bool is_known_route(std::string_view route) noexcept {
  return route != "unknown" && route != "rejected" && route_index(route) < kRoutes.size();
}

std::size_t status_index(std::uint16_t status) noexcept {
  const auto* const found = std::find(kStatuses.begin(), kStatuses.end(), status);
  return found == kStatuses.end() ? kStatusCount - 1 : static_cast<std::size_t>(found - kStatuses.begin());
}

std::uint16_t status_at(std::size_t index) noexcept {
  return index < kStatuses.size() ? kStatuses[index] : std::uint16_t{0};
}

}  // namespace agent_access::ops
