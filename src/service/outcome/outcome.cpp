#include "service/outcome/outcome.hpp"

#include <memory>
#include <string_view>
#include <typeinfo>

#include "http/client_address.hpp"
#include "http/log_text.hpp"

namespace agent_access::service {

void Caller::note(const http::Request& request, const base::TrustedProxies& trusted) noexcept {
  is_noted = true;
  address = http::client_address(request, trusted);
  host.assign(request.host);
  std::string_view trace_parent;
  bool is_forwarded = false;
  // Sorted by length first: most fields match none of these names, and comparing lengths is cheap.
  for (const http::Field& field : request.fields) {
    switch (field.name.size()) {
      case 9:
        is_forwarded = is_forwarded || http::equal_names(field.name, "Forwarded");
        break;
      case 10:
        if (http::equal_names(field.name, "User-Agent")) user_agent.assign(field.value);
        break;
      case 11:
        if (http::equal_names(field.name, "traceparent")) trace_parent = field.value;
        break;
      case 15:
        is_forwarded = is_forwarded || http::equal_names(field.name, "X-Forwarded-For");
        break;
      default:
        break;
    }
  }
  if (trace_parent.empty() && !is_forwarded) return;
  const bool is_proxy = trusted.contains(request.peer_address);
  is_unlisted_proxy = is_forwarded && !is_proxy;
  if (const auto trace = http::parse_trace_id(trace_parent); trace && is_proxy) trace_id.assign_known(*trace);
}

void Caller::reset() noexcept {
  is_noted = false;
  is_unlisted_proxy = false;
  address = {};
  host.clear();
  user_agent.clear();
  trace_id.clear();
  name.clear();
}

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
  ending = Success{};
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
    return *fault == oauth::TokenFault::invalid_client || *fault == oauth::TokenFault::padded_secret;
  }
  const auto* const fault = std::get_if<oauth::BearerFault>(&ending);
  return fault != nullptr && is_failed_token(*fault);
}

}  // namespace agent_access::service
