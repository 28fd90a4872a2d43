#include "ops/routes.hpp"

#include <algorithm>
#include <array>

namespace agent_access::ops {
namespace {

constexpr std::array<std::uint16_t, 28> kStatuses = {200, 201, 202, 204, 206, 301, 304, 400, 401, 403,
                                                     404, 405, 406, 408, 411, 412, 413, 414, 415, 416,
                                                     417, 421, 429, 431, 500, 501, 503, 505};
static_assert(kStatuses.size() < kStatusCount);

}  // namespace

std::string_view route_name(publish::Route route) noexcept {
  using enum publish::Route;
  switch (route) {
    case profile:
      return "profile";
    case token:
      return "token";
    case registration:
      return "register";
    case authorization:
      return "authorize";
    case mcp:
      return "mcp";
    case document:
      return "document";
    case gate:
      return "gate";
    case jwks:
      return "jwks";
    case metadata:
      return "metadata";
    case discovery:
      return "discovery";
    case home:
      return "home";
    case page:
      return "page";
    case file:
      return "file";
    case unknown:
      return "unknown";
    case rejected:
      return "rejected";
  }
  return "other";
}

bool is_known_route(publish::Route route) noexcept {
  return route != publish::Route::unknown && route != publish::Route::rejected;
}

std::size_t status_index(std::uint16_t status) noexcept {
  const auto* const found = std::find(kStatuses.begin(), kStatuses.end(), status);
  return found == kStatuses.end() ? kStatusCount - 1 : static_cast<std::size_t>(found - kStatuses.begin());
}

std::uint16_t status_at(std::size_t index) noexcept {
  return index < kStatuses.size() ? kStatuses[index] : std::uint16_t{0};
}

}  // namespace agent_access::ops
