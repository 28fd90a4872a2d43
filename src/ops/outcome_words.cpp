#include "ops/outcome_words.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <variant>

#include "base/result.hpp"

namespace agent_access::ops {
namespace {

struct Refusal {
  std::string_view error;
  std::string_view reason;
};

struct RefusalOf {
  Refusal operator()(service::Success /*success*/) const noexcept { return {}; }
  Refusal operator()(limit::RefusedBy refused_by) const noexcept {
    return {service::problem_of(service::RequestFault::rate_limited).error, limit::name_of(refused_by)};
  }
  Refusal operator()(http::RequestError error) const noexcept {
    return {http::problem_of(error).error, service::name_of(error)};
  }
  template <class Fault>
  Refusal operator()(Fault fault) const noexcept {
    return {service::problem_of(fault).error, service::name_of(fault)};
  }
};

template <class Row>
std::string_view sentence_in(std::span<const Row> rows, std::string_view reason) noexcept {
  const auto found = std::ranges::find(rows, reason, &Row::name);
  if (found == rows.end()) return {};
  if constexpr (requires { found->problem; })
    return found->problem.description;
  else
    return found->description;
}

struct RouteRow {
  publish::Route route;
  std::string_view name;
};

constexpr std::array<RouteRow, kRouteCount> kRoutes = {{{publish::Route::profile, "profile"},
                                                        {publish::Route::token, "token"},
                                                        {publish::Route::registration, "register"},
                                                        {publish::Route::authorization, "authorize"},
                                                        {publish::Route::mcp, "mcp"},
                                                        {publish::Route::document, "document"},
                                                        {publish::Route::gate, "gate"},
                                                        {publish::Route::jwks, "jwks"},
                                                        {publish::Route::metadata, "metadata"},
                                                        {publish::Route::discovery, "discovery"},
                                                        {publish::Route::home, "home"},
                                                        {publish::Route::page, "page"},
                                                        {publish::Route::file, "file"},
                                                        {publish::Route::unknown, "unknown"},
                                                        {publish::Route::rejected, "rejected"}}};
static_assert(base::is_complete(kRoutes, &RouteRow::route));

constexpr std::array<std::uint16_t, 25> kStatuses = {200, 201, 202, 204, 301, 304, 400, 401, 403, 404, 405, 406, 408,
                                                     411, 413, 414, 415, 417, 421, 429, 431, 500, 501, 503, 505};
static_assert(kStatuses.size() < kStatusCount);

}  // namespace

OutcomeWords words_of(const service::Outcome& outcome) noexcept {
  const Refusal refusal = std::visit(RefusalOf{}, outcome.ending);
  return {route_name(outcome.route), refusal.error, refusal.reason};
}

std::string_view sentence_of(std::string_view reason) noexcept {
  if (std::ranges::find(limit::kRefusingBudgets, reason, [](auto budget) { return limit::name_of(budget); }) !=
      limit::kRefusingBudgets.end()) {
    return service::problem_of(service::RequestFault::rate_limited).description;
  }
  for (const auto sentence :
       {sentence_in(http::request_errors(), reason), sentence_in(service::fault_rows<service::RequestFault>(), reason),
        sentence_in(service::fault_rows<oauth::TokenFault>(), reason),
        sentence_in(service::fault_rows<oauth::RegistrationFault>(), reason),
        sentence_in(service::fault_rows<oauth::BearerFault>(), reason), sentence_in(mcp::mcp_problems(), reason)}) {
    if (!sentence.empty()) return sentence;
  }
  return {};
}

std::string_view route_name(publish::Route route) noexcept { return kRoutes[static_cast<std::size_t>(route)].name; }

std::optional<publish::Route> route_named(std::string_view name) noexcept {
  const auto* const found = std::ranges::find(kRoutes, name, &RouteRow::name);
  return found == kRoutes.end() ? std::nullopt : std::optional(found->route);
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

Activity activity_of(publish::Route route, http::Method method, std::uint16_t status) noexcept {
  using enum publish::Route;
  const bool is_get = method == http::Method::get || method == http::Method::head;
  const bool is_read = is_get && (status == 200 || status == 304);
  switch (route) {
    case registration:
      return status == 201 ? Activity::registration : Activity::other;
    case token:
      return status == 200 ? Activity::token : Activity::other;
    case profile:
      return is_read ? Activity::profile : Activity::other;
    case jwks:
    case metadata:
    case discovery:
    case home:
    case page:
    case file:
      return is_read ? Activity::document : Activity::other;
    case authorization:
    case mcp:
    case document:
    case gate:
    case unknown:
    case rejected:
      break;
  }
  return Activity::other;
}

}  // namespace agent_access::ops
