#include "service/error_answers.hpp"

#include <cstdint>

#include "http/problem.hpp"
#include "oauth/fault.hpp"
#include "service/fault_table.hpp"

namespace agent_access::service {

namespace {

using documents::ErrorAnswer;
using documents::ErrorAnswers;

/// Which operations a refusal belongs to. /oauth/authorize can only refuse, so it is no described operation.
enum class Place : std::uint8_t { any, registration_and_token, token, not_described };

Place place_of(RequestFault fault) noexcept {
  switch (fault) {
    case RequestFault::foreign_host:
    case RequestFault::unknown_path:
    case RequestFault::method_not_allowed:
    case RequestFault::rate_limited:
      return Place::any;
    case RequestFault::authorization_endpoint:
      return Place::not_described;
    case RequestFault::unsupported_media_type:
    case RequestFault::content_encoding:
    case RequestFault::malformed_json:
    case RequestFault::duplicate_parameter:
      return Place::registration_and_token;
    case RequestFault::malformed_form:
    case RequestFault::wrong_type:
    case RequestFault::unsupported_authorization:
    case RequestFault::malformed_basic:
    case RequestFault::mixed_authentication:
      return Place::token;
  }
  return Place::any;
}

/// Calls `visit` for every value of an enumeration that counts from 0 and has names: a new fault is not forgotten.
template <class Fault, class Visit>
void for_each_fault(const Visit& visit) {
  for (unsigned number = 0; name_of(static_cast<Fault>(number)) != "unknown"; ++number) {
    visit(static_cast<Fault>(number));
  }
}

template <class Fault>
ErrorAnswer answer_to(Fault fault) {
  const http::Problem problem = problem_of(fault);
  return {problem.status, problem.error, problem.description};
}

template <class Fault>
void append_faults(std::vector<ErrorAnswer>& list) {
  for_each_fault<Fault>([&list](Fault fault) { list.push_back(answer_to(fault)); });
}

void place_request_faults(ErrorAnswers& answers) {
  for_each_fault<RequestFault>([&answers](RequestFault fault) {
    const ErrorAnswer answer = answer_to(fault);
    switch (place_of(fault)) {
      case Place::any:
        return answers.any.push_back(answer);
      case Place::registration_and_token:
        answers.registration.push_back(answer);
        [[fallthrough]];
      case Place::token:
        return answers.token.push_back(answer);
      case Place::not_described:
        return;
    }
  });
}

}  // namespace

ErrorAnswers error_answers() {
  ErrorAnswers answers;
  append_faults<oauth::RegistrationFault>(answers.registration);
  append_faults<oauth::TokenFault>(answers.token);
  append_faults<oauth::BearerFault>(answers.profile);
  place_request_faults(answers);
  // Whatever the operation: a GET may have a body, or a length that is too large, as well.
  append_faults<http::RequestError>(answers.any);
  return answers;
}

}  // namespace agent_access::service
