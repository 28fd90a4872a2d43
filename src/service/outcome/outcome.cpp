#include "service/outcome/outcome.hpp"

#include <memory>
#include <typeinfo>

namespace agent_access::service {

namespace {

/// Exhaustive, so that a new fault does not compile until it is added here.
bool is_failed_token(oauth::BearerFault fault) noexcept {
  using enum oauth::BearerFault;
  switch (fault) {
    case not_bearer:
    case malformed_token:
    case invalid_signature:
    case invalid_claims:
    case lives_too_long:
    case expired:
    case wrong_audience:
      return true;
    case missing_token:
    case insufficient_scope:
    case unavailable:
      return false;
  }
  return false;
}

}  // namespace

void Outcome::reset() noexcept {
  route = publish::Route::unknown;
  gated = kNotGated;
  resource.clear();
  ending = Success::answered;
  client_id.reset();
  key_id.clear();
  token_id.clear();
  caller.reset();
  asked_path.clear();
  used_previous_master = false;
}

Outcome& outcome_of(http::Response& response) {
  if (find_outcome(response) == nullptr) response.outcome = std::make_unique<Outcome>();
  return static_cast<Outcome&>(*response.outcome);
}

const Outcome* find_outcome(const http::Response& response) noexcept {
  const http::Outcome* const outcome = response.outcome.get();
  // The class is final: one comparison instead of a dynamic_cast.
  return outcome != nullptr && typeid(*outcome) == typeid(Outcome) ? static_cast<const Outcome*>(outcome) : nullptr;
}

bool is_failed_attempt(const Ending& ending) noexcept {
  if (const auto* const fault = std::get_if<oauth::TokenFault>(&ending)) {
    return *fault == oauth::TokenFault::invalid_client;
  }
  const auto* const fault = std::get_if<oauth::BearerFault>(&ending);
  return fault != nullptr && is_failed_token(*fault);
}

}  // namespace agent_access::service
