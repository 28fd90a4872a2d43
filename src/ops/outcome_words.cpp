#include "ops/outcome_words.hpp"

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

}  // namespace

OutcomeWords words_of(const service::Outcome& outcome) noexcept {
  const Refusal refusal = std::visit(RefusalOf{}, outcome.ending);
  return {route_name(outcome.route), refusal.error, refusal.reason};
}

}  // namespace agent_access::ops
