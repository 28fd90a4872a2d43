#include "ops/outcome_words.hpp"

#include <algorithm>
#include <span>
#include <variant>

#include "ops/routes.hpp"

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

}  // namespace agent_access::ops
