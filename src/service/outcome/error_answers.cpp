#include "service/outcome/error_answers.hpp"

#include "http/problem.hpp"
#include "oauth/fault.hpp"
#include "service/outcome/fault_table.hpp"

namespace agent_access::service {

namespace {

using documents::ErrorAnswer;
using documents::ErrorAnswers;

template <class Fault>
void append_faults(ErrorAnswers& answers) {
  for (const auto& row : fault_rows<Fault>()) {
    const ErrorAnswer answer = {row.problem.status, row.problem.error, row.problem.description};
    switch (row.operations) {
      case Operations::any:
        answers.any.push_back(answer);
        break;
      case Operations::registration_and_token:
        answers.registration.push_back(answer);
        answers.token.push_back(answer);
        break;
      case Operations::registration:
        answers.registration.push_back(answer);
        break;
      case Operations::token:
        answers.token.push_back(answer);
        break;
      case Operations::token_with_scopes:
        answers.scopes.push_back(answer);
        break;
      case Operations::documents:
        answers.documents.push_back(answer);
        break;
      case Operations::gates:
        answers.gate_paths.push_back(answer);
        break;
      case Operations::profile:
        answers.profile.push_back(answer);
        break;
      case Operations::forward_auth:
      case Operations::none:
        break;
    }
  }
}

}  // namespace

ErrorAnswers error_answers() {
  ErrorAnswers answers;
  append_faults<oauth::RegistrationFault>(answers);
  append_faults<oauth::TokenFault>(answers);
  append_faults<oauth::BearerFault>(answers);
  append_faults<RequestFault>(answers);
  // Of every operation: a GET may have a body, too.
  for (const auto& row : http::request_errors()) {
    answers.any.push_back({row.problem.status, row.problem.error, row.problem.description});
  }
  return answers;
}

}  // namespace agent_access::service
