#include "ops/words/outcome_words.hpp"

#include <algorithm>
#include <array>

#include "base/result.hpp"
#include "mcp/message.hpp"
#include "service/fault_table.hpp"

namespace agent_access::ops {
namespace {

struct RouteRow {
  http::Route route;
  std::string_view name;
};

constexpr std::array<RouteRow, kRouteCount> kRoutes = {{{http::Route::profile, "profile"},
                                                        {http::Route::token, "token"},
                                                        {http::Route::registration, "register"},
                                                        {http::Route::authorization, "authorize"},
                                                        {http::Route::mcp, "mcp"},
                                                        {http::Route::document, "document"},
                                                        {http::Route::gate, "gate"},
                                                        {http::Route::jwks, "jwks"},
                                                        {http::Route::metadata, "metadata"},
                                                        {http::Route::discovery, "discovery"},
                                                        {http::Route::home, "home"},
                                                        {http::Route::page, "page"},
                                                        {http::Route::file, "file"},
                                                        {http::Route::unknown, "unknown"},
                                                        {http::Route::rejected, "rejected"}}};
static_assert(base::is_complete(kRoutes, &RouteRow::route));

constexpr std::array<std::uint16_t, 27> kStatuses = {200, 201, 202, 204, 301, 304, 308, 400, 401,
                                                     403, 404, 405, 406, 408, 411, 412, 413, 414,
                                                     415, 417, 421, 429, 431, 500, 501, 503, 505};
static_assert(kStatuses.size() < kStatusCount);

}  // namespace

std::string_view sentence_of(std::string_view reason) noexcept {
  const auto& faults = service::kFaults;
  const auto* const found = std::ranges::find(faults, reason, &http::Fault::name);
  if (found != faults.end()) return found->sentence;
  const auto of_mcp = mcp::mcp_problems();
  const auto other = std::ranges::find(of_mcp, reason, [](const mcp::McpProblem& problem) { return problem.row.name; });
  return other == of_mcp.end() ? std::string_view() : other->row.sentence;
}

std::string_view route_name(http::Route route) noexcept { return kRoutes[static_cast<std::size_t>(route)].name; }

std::optional<http::Route> route_named(std::string_view name) noexcept {
  const auto* const found = std::ranges::find(kRoutes, name, &RouteRow::name);
  return found == kRoutes.end() ? std::nullopt : std::optional(found->route);
}

bool is_known_route(http::Route route) noexcept {
  return route != http::Route::unknown && route != http::Route::rejected;
}

std::size_t status_index(std::uint16_t status) noexcept {
  const auto* const found = std::find(kStatuses.begin(), kStatuses.end(), status);
  return found == kStatuses.end() ? kStatusCount - 1 : static_cast<std::size_t>(found - kStatuses.begin());
}

std::uint16_t status_at(std::size_t index) noexcept {
  return index < kStatuses.size() ? kStatuses[index] : std::uint16_t{0};
}

Activity activity_of(http::Route route, http::Method method, std::uint16_t status) noexcept {
  using enum http::Route;
  const bool is_get = method == http::Method::get || method == http::Method::head;
  const bool is_read = is_get && (status == 200 || status == 304);
  switch (route) {
    case registration: return status == 201 ? Activity::registration : Activity::other;
    case token: return status == 200 ? Activity::token : Activity::other;
    case profile: return is_read ? Activity::profile : Activity::other;
    case jwks:
    case metadata:
    case discovery:
    case home:
    case page:
    case file: return is_read ? Activity::document : Activity::other;
    case authorization:
    case mcp:
    case document:
    case gate:
    case unknown:
    case rejected: break;
  }
  return Activity::other;
}

}  // namespace agent_access::ops
